/**
 * Conditional requests for documents. The conditions are checked in the order of RFC 9110, section 13.2.2. The headers
 * of the responses are those of the reference.
 */
import type { Call } from "../requests/call.ts";
import type { HeaderValue } from "../requests/exchange.ts";

/** Validators and other headers of a response. If they contain no `etag`, no etag of a request matches. */
export interface DocumentHeaders {
  readonly [name: string]: HeaderValue;
  readonly "last-modified": string;
}

/** Responds with 304 or 412 if a condition of the request requires it. Returns whether it did. */
export function respondIfUnmet(call: Call, headers: DocumentHeaders): boolean {
  const status = unmetCondition(call, headers);
  if (status === 412) call.respond(412, headers, Buffer.alloc(0));
  if (status === 304) writeUnchanged(call, headers);
  return status !== undefined;
}

/** Responds with 304. As in the reference, it has no Content-Type, and no Last-Modified if there is an ETag. */
export function writeUnchanged(call: Call, headers: Readonly<Record<string, HeaderValue>>): void {
  const { "content-type": _type, "last-modified": lastModified, ...rest } = headers;
  const isDated = rest["etag"] === undefined && lastModified !== undefined;
  // begin() sends no content-length. A length of 0 would claim that the document is empty.
  call.begin(304, isDated ? { ...rest, "last-modified": lastModified } : rest).end();
}

function unmetCondition(
  { exchange }: Call,
  { etag, "last-modified": modified }: DocumentHeaders,
): 304 | 412 | undefined {
  const modifiedMs = Date.parse(modified);
  const match = exchange.header("if-match");
  // A header with a malformed time has no effect, because a comparison with NaN is false.
  if (match === undefined) {
    if (modifiedMs > Date.parse(exchange.header("if-unmodified-since") ?? "")) return 412;
  } else if (!isListed(tagsIn(match), etag)) {
    return 412;
  }
  const noneMatch = exchange.header("if-none-match");
  if (noneMatch !== undefined) return hasTag(noneMatch, etag) ? 304 : undefined;
  return modifiedMs <= Date.parse(exchange.header("if-modified-since") ?? "") ? 304 : undefined;
}

/** Whether a list of etags contains `*` or this etag, strong or weak. */
function hasTag(header: string, etag: HeaderValue | undefined): boolean {
  return isListed(
    tagsIn(header).map((tag) => tag.replace(/^W\//, "")),
    etag,
  );
}

function tagsIn(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}

function isListed(tags: readonly string[], etag: HeaderValue | undefined): boolean {
  return tags.includes("*") || tags.some((tag) => tag === etag);
}
