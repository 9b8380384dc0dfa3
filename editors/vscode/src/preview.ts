// The board beside the text: drawn by the server, again after every edit.

import * as vscode from "vscode";
import type { Client } from "./client";

/** How long typing has to rest before the board is drawn, in milliseconds. */
const REST = 200;

const VIEW = "ludemic.preview";

export class Preview implements vscode.Disposable, vscode.WebviewPanelSerializer<{ uri?: string } | undefined> {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  private timer: NodeJS.Timeout | undefined;
  private drawing: vscode.CancellationTokenSource | undefined;
  private readonly parts: vscode.Disposable[];

  constructor(
    private readonly language: string,
    private readonly client: Client,
  ) {
    this.parts = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.uri?.toString()) this.later(REST);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.panel && editor?.document.languageId === this.language) this.follow(editor.document.uri);
      }),
      client.onReady(() => this.later(0)),
    ];
  }

  dispose(): void {
    this.panel?.dispose();
    for (const part of this.parts) part.dispose();
  }

  /** Shows the board of a description, in the one panel there is. */
  show(uri: vscode.Uri): void {
    if (this.panel) {
      this.panel.reveal(undefined, true);
    } else {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.take(vscode.window.createWebviewPanel(VIEW, "Board", place, { enableScripts: true }));
    }
    this.follow(uri);
  }

  /** Takes a panel over that was open when the window was closed. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: { uri?: string } | undefined): Promise<void> {
    this.panel?.dispose();
    this.take(panel);
    if (state?.uri) this.follow(vscode.Uri.parse(state.uri));
  }

  private take(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    this.uri = undefined;
    panel.webview.options = { enableScripts: true };
    panel.webview.html = page();
    panel.onDidDispose(() => {
      this.stop();
      this.panel = undefined;
      this.uri = undefined;
    });
    // A page that was hidden begins anew.
    panel.webview.onDidReceiveMessage(() => this.later(0));
  }

  private follow(uri: vscode.Uri): void {
    if (!this.panel || this.uri?.toString() === uri.toString()) return;
    this.uri = uri;
    this.panel.title = `Board of ${uri.path.split("/").pop()}`;
    void this.panel.webview.postMessage({ uri: uri.toString() });
    this.later(0);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.drawing?.cancel();
    this.drawing?.dispose();
    this.drawing = undefined;
  }

  private later(rest: number): void {
    this.stop();
    if (this.panel) this.timer = setTimeout(() => void this.draw(), rest);
  }

  private async draw(): Promise<void> {
    const uri = this.uri;
    if (!uri) return;
    const drawing = new vscode.CancellationTokenSource();
    this.drawing = drawing;
    const told = await this.client.command("ludemic.board", uri, drawing.token).then(
      (result) => result && { svg: result.content },
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    if (!drawing.token.isCancellationRequested && told) void this.panel?.webview.postMessage(told);
  }
}

/** The page of the panel. It keeps the last picture when a text cannot be drawn. */
function page(): string {
  const nonce = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Board</title>
<style>
  body { margin: 0; padding: 8px; box-sizing: border-box; height: 100vh; display: flex; flex-direction: column; gap: 8px; }
  #picture { flex: 1; min-height: 0; text-align: center; }
  #picture svg { max-width: 100%; max-height: 100%; width: 100%; height: 100%; }
  #picture.old { opacity: 0.45; }
  #told { margin: 0; white-space: pre-wrap; overflow: auto; max-height: 50vh; font: var(--vscode-editor-font-size) var(--vscode-editor-font-family);
    color: var(--vscode-editorWarning-foreground); }
  #told:empty { display: none; }
</style>
</head>
<body>
<pre id="told" role="status"></pre>
<div id="picture"></div>
<script nonce="${nonce}">
  const host = acquireVsCodeApi();
  const picture = document.getElementById("picture");
  const told = document.getElementById("told");
  addEventListener("message", ({ data }) => {
    if (data.uri) {
      host.setState({ uri: data.uri });
      picture.replaceChildren();
      told.textContent = "";
    }
    if (data.svg) {
      const read = new DOMParser().parseFromString(data.svg, "image/svg+xml").documentElement;
      picture.replaceChildren(document.importNode(read, true));
      picture.className = "";
      told.textContent = "";
    }
    if (data.failure) {
      picture.className = "old";
      told.textContent = (picture.firstChild ? "The board of the last version that could be drawn.\\n\\n" : "") + data.failure;
    }
  });
  host.postMessage("ready");
</script>
</body>
</html>`;
}
