/** The conditions of RFC 9110 for documents, in its order (section 13.2.2), with the headers of the reference's answers. */
import type { Call } from "../requests/call.ts";
import type { HeaderValue } from "../requests/exchange.ts";

/** Headers of a document. Without an etag, no tag of a client is that of the document. */
export interface DocumentHeaders {
  readonly [name: string]: HeaderValue;
  readonly "last-modified": string;
}

/** Answers with 304 or 412 if a condition of the request says so. @returns whether it did */
export function answerConditions(call: Call, headers: DocumentHeaders): boolean {
  const status = unmetCondition(call, headers);
  if (status === 412) call.respond(412, headers, Buffer.alloc(0));
  if (status === 304) writeUnchanged(call, headers);
  return status !== undefined;
}

/** Answers with 304. As in the reference, the type is left out, and the time as well if there is a tag. */
export function writeUnchanged(call: Call, headers: Readonly<Record<string, HeaderValue>>): void {
  const { "content-type": _type, "last-modified": modified, ...rest } = headers;
  const isDated = rest["etag"] === undefined && modified !== undefined;
  // An answer without a body, not one with an empty body: a length of 0 would be that of the document.
  call.begin(304, isDated ? { ...rest, "last-modified": modified } : rest).end();
}

function unmetCondition(
  { exchange }: Call,
  { etag, "last-modified": modified }: DocumentHeaders,
): 304 | 412 | undefined {
  const modifiedMs = Date.parse(modified);
  const match = exchange.header("if-match");
  // A comparison with a time that cannot be read is false.
  if (match === undefined) {
    if (modifiedMs > Date.parse(exchange.header("if-unmodified-since") ?? "")) return 412;
  } else if (!isListed(tagsIn(match), etag)) {
    return 412;
  }
  const noneMatch = exchange.header("if-none-match");
  if (noneMatch !== undefined) return hasTag(noneMatch, etag) ? 304 : undefined;
  return modifiedMs <= Date.parse(exchange.header("if-modified-since") ?? "") ? 304 : undefined;
}

/** Whether a list of tags, of which weak ones count as well, names this one or any. */
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
