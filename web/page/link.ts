// Links that carry a description, compressed, behind the `#`.

import type { Course } from "./answers.ts";

/** A text that unpacks to more is no description. */
const MOST = 4 << 20;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong with the bytes is told by the reader.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("the text behind the link is too long");
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The fragment for a game: text, options, and the moves made. */
export async function pack(course: Course): Promise<string> {
  const json = JSON.stringify({ t: course.text, o: course.options, s: course.seed, c: course.choices });
  const bytes = await through(new TextEncoder().encode(json), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "#g=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The game of a fragment; `undefined` for one that carries none. */
export async function unpack(fragment: string): Promise<Course | undefined> {
  const packed = fragment.match(/^#g=([\w-]+)$/)?.[1];
  if (packed === undefined) return undefined;
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const json: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  const read = json as { t?: unknown; o?: unknown; s?: unknown; c?: unknown };
  if (typeof read?.t !== "string") return undefined;
  const strings = Array.isArray(read.o) ? read.o.filter((item) => typeof item === "string") : [];
  const numbers = Array.isArray(read.c) ? read.c.filter((item) => Number.isSafeInteger(item) && item >= 0) : [];
  const seed = Number.isInteger(read.s) ? (read.s as number) >>> 0 : 0;
  return { text: read.t, options: strings, seed, choices: numbers };
}
