// What commands come to, as texts that are nobody's files.

import * as vscode from "vscode";
import type { Result } from "./client";

const SCHEME = "ludemic-result";

export class Results implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly parts = [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) this.texts.delete(uri.toString());
    }),
  ];

  dispose(): void {
    for (const part of [...this.parts, this.changed]) part.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows a result beside the text; one of the same command takes the place of the one before. */
  async show(about: vscode.Uri, command: string, result: Result): Promise<void> {
    const name = about.path.split("/").pop() ?? "game";
    const what = command.split(".").pop() ?? command;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name} ${what}.${result.kind}`, query: about.toString() });
    this.texts.set(uri.toString(), `${result.title}\n\n${result.content}`);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
}
