// A worker that answers requests with the compiled rules. One at a time; whoever started it may end it at any time.

import { open } from "./desk.js";

type Message = { module: WebAssembly.Module } | { id: number; request: object };

let ask: Promise<(request: object) => unknown> | undefined;

self.onmessage = async (event: MessageEvent<Message>) => {
  const message = event.data;
  if ("module" in message) {
    ask = open(message.module);
    return;
  }
  try {
    const answer = (await ask)?.(message.request);
    self.postMessage({ id: message.id, answer });
  } catch (error) {
    // A trap: what is in the memory of the module cannot be trusted any more.
    self.postMessage({ id: message.id, trap: String(error) });
  }
};
