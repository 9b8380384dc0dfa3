// The language client: one server for the window, started anew when its settings change.

import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, ResponseError, State, Trace } from "vscode-languageclient/node";

/** What a command of the server comes to. */
export interface Result {
  title: string;
  kind: "svg" | "txt";
  content: string;
}

const SETTINGS = "Open Settings";
const AGAIN = "Try Again";

export class Client implements vscode.Disposable {
  private client: LanguageClient | undefined;
  /** Starts and stops come one after the other. */
  private turn: Promise<void> = Promise.resolve();
  private readonly output = vscode.window.createOutputChannel("Ludemic");
  private readonly ready = new vscode.EventEmitter<void>();
  /** A server has come up. */
  readonly onReady = this.ready.event;

  constructor(
    private readonly language: string,
    private readonly run: (command: string, argument: unknown) => Promise<void>,
  ) {}

  start(): Promise<void> {
    return this.next(() => this.begin());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.begin();
    });
  }

  dispose(): void {
    void this.next(() => this.end());
    this.ready.dispose();
  }

  /** Has the server carry a command out. */
  async command(command: string, uri: vscode.Uri, token: vscode.CancellationToken): Promise<Result | undefined> {
    await this.turn;
    const client = this.client;
    if (client?.state !== State.Running) throw new Error("the language server is not running");
    try {
      const argument = client.code2ProtocolConverter.asUri(uri);
      return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] }, token);
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error instanceof ResponseError ? new Error(error.message) : error;
    }
  }

  private next(act: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(act, act);
    return this.turn;
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // One that never came up, or that has ended by itself, cannot be stopped.
    await client?.stop().catch(() => undefined);
  }

  private async begin(): Promise<void> {
    const settings = vscode.workspace.getConfiguration("ludemic");
    const command = settings.get<string>("path")?.trim() || "ludemic";
    const defs = settings.get<string>("defs")?.trim();
    const cwd = vscode.workspace.workspaceFolders?.find((folder) => folder.uri.scheme === "file")?.uri.fsPath;
    const args = ["lsp", ...(defs ? ["--defs", defs] : [])];
    const launch = () =>
      new Promise<ChildProcess>((resolve, reject) => {
        const child = spawn(command, args, { cwd });
        child.once("spawn", () => resolve(child)).once("error", reject);
      });
    // The first one is started before there is a client, so that a program that is missing is told once, with what can be done.
    let first: ChildProcess | undefined;
    try {
      first = await launch();
    } catch (error) {
      void this.failed(command, error);
      return;
    }
    const client = new LanguageClient(
      "ludemic",
      "Ludemic",
      async () => {
        const child = first ?? (await launch());
        first = undefined;
        return child;
      },
      {
        documentSelector: [{ language: this.language }],
        outputChannel: this.output,
        initializationOptions: { results: true },
        initializationFailedHandler: () => false,
        middleware: { executeCommand: (name, given: unknown[]) => this.run(name, given[0]) },
      },
    );
    this.client = client;
    try {
      await client.start();
      await client.setTrace(Trace.fromString(settings.get<string>("trace.server") ?? "off"));
      this.ready.fire();
    } catch (error) {
      void this.failed(command, error);
    }
  }

  private async failed(command: string, error: unknown): Promise<void> {
    this.output.appendLine(String(error));
    const why = `Ludemic: the language server \`${command}\` cannot be started. Install ludemic, or say where it is in the settings.`;
    const answer = await vscode.window.showErrorMessage(why, SETTINGS, AGAIN);
    if (answer === SETTINGS) void vscode.commands.executeCommand("workbench.action.openSettings", "ludemic.path");
    if (answer === AGAIN) void this.restart();
  }
}
