/** Whole answers that clients keep and ask for again by their hash, and that compress well. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { mayCompress } from "../output/compression.ts";
import type { Call } from "../requests/call.ts";
import type { HeaderValue } from "../requests/exchange.ts";
import { answerConditions, writeUnchanged } from "./conditions.ts";

const gzipInBackground = promisify(gzip);

export class CacheableBody {
  /** Of the content, in hexadecimal digits. */
  readonly hash: string;
  readonly #render: () => Buffer;
  #bytes: Buffer | undefined;
  #compressed: Promise<Buffer> | undefined;

  /**
   * @param render makes the bytes when they are asked for first: who has them already is told so by the hash alone
   * @param hash where other forms of the same content have it as well; default: that of the bytes
   */
  constructor(render: () => Buffer, hash?: string) {
    this.#render = render;
    this.hash = hash ?? contentHash(this.bytes);
  }

  get bytes(): Buffer {
    this.#bytes ??= this.#render();
    return this.#bytes;
  }

  /** Compressed when it is first asked for, and kept. */
  compressed(): Promise<Buffer> {
    this.#compressed ??= gzipInBackground(this.bytes);
    return this.#compressed;
  }
}

export function contentHash(content: Buffer | string): string {
  return createHash("sha512").update(content).digest("hex").toUpperCase();
}

/** Returns a time as HTTP headers have it, in whole seconds. */
export function httpTime(epochMs: number): string {
  return new Date(epochMs).toUTCString();
}

/**
 * Answers with the body, or with 304 when the client names its tag. With a `last-modified` among the headers, all conditions
 * of RFC 9110 count, as in the reference.
 */
export async function writeCacheable(
  call: Call,
  body: CacheableBody,
  headers: Readonly<Record<string, HeaderValue>>,
): Promise<void> {
  const etag = `"${body.hash}"`;
  const tagged = { etag, vary: "Accept, Accept-Encoding", ...headers };
  const modified = headers["last-modified"];
  if (typeof modified === "string") {
    if (answerConditions(call, { ...tagged, "last-modified": modified })) return;
  } else if (call.exchange.header("if-none-match") === etag) {
    writeUnchanged(call, tagged);
    return;
  }
  if (mayCompress(call) && body.bytes.length >= call.compression.bytesMin) {
    call.respond(200, { ...tagged, "content-encoding": "gzip" }, await body.compressed());
  } else {
    call.respond(200, tagged, body.bytes);
  }
}
