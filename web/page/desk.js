// The compiled rules as one function: a request in, an answer out. Used by the worker of the page and by tests in node.

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: object) => any>}
 */
export async function open(module) {
  const clock = { page: { now: () => performance.now() } };
  const instance = await WebAssembly.instantiate(module, clock);
  const { memory, reserve, answer, answer_at } =
    /** @type {{memory: WebAssembly.Memory, reserve: (n: number) => number, answer: () => number, answer_at: () => number}} */ (
      /** @type {unknown} */ (instance.exports)
    );
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = reserve(bytes.length) >>> 0;
    // The memory may have moved: it is looked at anew each time.
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer_at() >>> 0, length)));
  };
}
