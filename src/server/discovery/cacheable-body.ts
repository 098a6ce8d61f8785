/** Whole answers that clients keep and ask for again by their hash, and that compress well. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Call } from "../call.ts";
import type { HeaderValue } from "../exchange.ts";
import { mayCompress } from "../output/compression.ts";

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

/** Answers with the body, or with 304 when the client says that it has it. A `last-modified` among the headers counts too. */
export async function writeCacheable(
  call: Call,
  body: CacheableBody,
  headers: Readonly<Record<string, HeaderValue>>,
): Promise<void> {
  const tagged = { etag: `"${body.hash}"`, vary: "Accept, Accept-Encoding", ...headers };
  if (clientHas(call, body.hash) || isUnmodified(call, headers["last-modified"])) {
    // An answer without a body, not one with an empty body: a length of 0 would be that of the document.
    call.begin(304, tagged).end();
  } else if (mayCompress(call) && body.bytes.length >= call.compression.bytesMin) {
    call.respond(200, { ...tagged, "content-encoding": "gzip" }, await body.compressed());
  } else {
    call.respond(200, tagged, body.bytes);
  }
}

/** If-Modified-Since of RFC 9110, which does not count beside If-None-Match. */
function isUnmodified({ exchange }: Call, modified: HeaderValue | undefined): boolean {
  const since = exchange.header("if-modified-since");
  if (since === undefined || typeof modified !== "string" || exchange.header("if-none-match") !== undefined)
    return false;
  return Date.parse(modified) <= Date.parse(since);
}

/** If-None-Match of RFC 9110: a list of tags, of which weak ones count as well, or any. */
function clientHas(call: Call, hash: string): boolean {
  const header = call.exchange.header("if-none-match");
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(`"${hash}"`) || tags.includes("*");
}
