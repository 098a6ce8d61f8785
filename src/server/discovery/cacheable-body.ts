/** Response bodies that clients cache, and that the server compresses once for all requests. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { mayCompress } from "../output/compression.ts";
import type { Call } from "../requests/call.ts";
import type { HeaderValue } from "../requests/exchange.ts";
import { respondIfUnmet, writeUnchanged } from "./conditions.ts";

const gzipInBackground = promisify(gzip);

/** A body that is rendered at first use, with its hash. */
export class CacheableBody {
  /** Hash of the content, in hexadecimal digits. */
  readonly hash: string;
  readonly #render: () => Buffer;
  #bytes: Buffer | undefined;
  #compressed: Promise<Buffer> | undefined;

  /**
   * @param render returns the bytes. If `hash` is given, it is not called for a client that has cached this hash.
   * @param hash shared by all forms of the same content; default: the hash of the bytes
   */
  constructor(render: () => Buffer, hash?: string) {
    this.#render = render;
    this.hash = hash ?? contentHash(this.bytes);
  }

  get bytes(): Buffer {
    this.#bytes ??= this.#render();
    return this.#bytes;
  }

  /** Returns the compressed bytes. They are compressed at first use and kept. */
  compressed(): Promise<Buffer> {
    this.#compressed ??= gzipInBackground(this.bytes);
    return this.#compressed;
  }
}

/** Returns the SHA-512 of the content, in upper case hexadecimal digits. */
export function contentHash(content: Buffer | string): string {
  return createHash("sha512").update(content).digest("hex").toUpperCase();
}

/** Returns a time as HTTP headers show it, in whole seconds. */
export function httpTime(epochMs: number): string {
  return new Date(epochMs).toUTCString();
}

/**
 * Responds with the body, or with 304 if the client names its etag. As in the reference, all conditions of RFC 9110
 * apply if `headers` contains `last-modified`.
 */
export async function writeCacheable(
  call: Call,
  body: CacheableBody,
  headers: Readonly<Record<string, HeaderValue>>,
): Promise<void> {
  const etag = `"${body.hash}"`;
  const allHeaders = { etag, vary: "Accept, Accept-Encoding", ...headers };
  const modified = headers["last-modified"];
  if (typeof modified === "string") {
    if (respondIfUnmet(call, { ...allHeaders, "last-modified": modified })) return;
  } else if (call.exchange.header("if-none-match") === etag) {
    writeUnchanged(call, allHeaders);
    return;
  }
  if (mayCompress(call) && body.bytes.length >= call.compression.bytesMin) {
    call.respond(200, { ...allHeaders, "content-encoding": "gzip" }, await body.compressed());
  } else {
    call.respond(200, allHeaders, body.bytes);
  }
}
