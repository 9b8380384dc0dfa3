// The language server, and the descriptions that tests read.

import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import rpc from "vscode-jsonrpc/node.js";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The program under test. */
export const ludemic = process.env.LUDEMIC ?? join(root, "target/debug/ludemic");

/** Says that something was skipped; .ci/run counts. */
export function skipped(why) {
  console.log(`skipped: ${why}`);
  if (process.env.LUDEMIC_SKIPPED) appendFileSync(process.env.LUDEMIC_SKIPPED, `editors: ${why}\n`);
}

/** All descriptions and files of defines in a folder. */
export function texts(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(lud|def)$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** The folders with texts: our own games and, where it is, the published library. */
export function folders() {
  const reference = process.env.LUDEMIC_REFERENCE ?? join(root, "../shared");
  const own = [join(root, "lud"), join(root, "editors/tree-sitter-lud/tests/highlights")];
  if (existsSync(reference)) return [...own, join(reference, "ludii/lud"), join(reference, "ludii/def")];
  skipped("reference folder not found");
  return own;
}

/** A server that has been greeted. */
export async function start() {
  const child = spawn(ludemic, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const end = async () => {
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    connection.dispose();
  };
  return { connection, capabilities, end };
}
