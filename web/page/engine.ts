// The rules in a worker: questions, and an end to those that take too long.

interface Answer {
  id: number;
  answer?: { answer?: unknown; error?: string };
  trap?: string;
}

/** Why there is no answer. */
export class Refused extends Error {}
/** The question was taken back. */
export class Stopped extends Error {}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, compiled once for all workers. */
function load(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch("ludemic.wasm");
    if (!response.ok) throw new Refused(`the rules could not be loaded (${response.status})`);
    // Not every server names the type that streaming asks for.
    if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  return compiled;
}

interface Waiting {
  id: number;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** A worker of its own, begun with the first question. */
export class Engine {
  #worker: Worker | undefined;
  #ids = 0;
  #waiting = new Map<number, Waiting>();

  /** Asks, and gives up after so many seconds. */
  async ask<T>(request: object, seconds = 20): Promise<T> {
    const worker = await this.#start();
    const id = ++this.#ids;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.stop(new Refused(`no answer within ${seconds} seconds: stopped`));
      }, seconds * 1000);
      this.#waiting.set(id, { id, resolve: resolve as (answer: unknown) => void, reject, timer });
      worker.postMessage({ id, request });
    });
  }

  /** Ends what is going on; the next question starts anew. */
  stop(why: Error = new Stopped("stopped")): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) {
      clearTimeout(one.timer);
      one.reject(why);
    }
  }

  /** Whether a question waits for its answer. */
  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  async #start(): Promise<Worker> {
    const module = await load();
    if (this.#worker) return this.#worker;
    const worker = new Worker("worker.js");
    worker.onmessage = (event: MessageEvent<Answer>) => this.#told(event.data);
    worker.onerror = () => this.stop(new Refused("the worker could not be started"));
    worker.postMessage({ module });
    this.#worker = worker;
    return worker;
  }

  #told(message: Answer): void {
    if (message.trap !== undefined) {
      this.stop(new Refused(`this is more than the rules can work out here (${message.trap})`));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiting.timer);
    if (message.answer?.error !== undefined) waiting.reject(new Refused(message.answer.error));
    else waiting.resolve(message.answer?.answer);
  }
}

/** Text without halves of characters, which JSON could not carry. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}
