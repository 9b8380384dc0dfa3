// The extension: starts `ludemic lsp`, and shows what the server's commands come to.

import * as vscode from "vscode";
import { Client } from "./client";
import { Preview } from "./preview";
import { Results } from "./results";

const LANGUAGE = "ludii";

/** The description a command is about: the one it was given, or the one in front. */
function about(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  if (typeof argument === "string") return vscode.Uri.parse(argument);
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === LANGUAGE ? document.uri : undefined;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const client = new Client(LANGUAGE, (command, argument) => run(command, argument));
  const preview = new Preview(LANGUAGE, client);
  const results = new Results();

  async function run(command: string, argument: unknown): Promise<void> {
    const uri = about(argument);
    if (!uri) {
      void vscode.window.showInformationMessage("Ludemic: open a description, a .lud file, first.");
      return;
    }
    if (command === "ludemic.board") return preview.show(uri);
    const options = { location: vscode.ProgressLocation.Notification, title: "Ludemic", cancellable: true };
    try {
      const result = await vscode.window.withProgress(options, (_, token) => client.command(command, uri, token));
      if (result) await results.show(uri, command, result);
    } catch (error) {
      void vscode.window.showErrorMessage(`Ludemic: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  context.subscriptions.push(
    client,
    preview,
    results,
    vscode.commands.registerCommand("ludemic.preview", (argument: unknown) => run("ludemic.board", argument)),
    vscode.commands.registerCommand("ludemic.restart", () => client.restart()),
    vscode.window.registerWebviewPanelSerializer("ludemic.preview", preview),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["path", "defs"].some((key) => event.affectsConfiguration(`ludemic.${key}`))) void client.restart();
    }),
  );
  await client.start();
}
