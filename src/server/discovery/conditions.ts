/** The conditions of RFC 9110 for documents, in its order (section 13.2.2), with the headers of the reference's answers. */
import type { Call } from "../call.ts";
import type { HeaderValue } from "../exchange.ts";

/** Headers of a document. Without an etag, no tag of a client is that of the document. */
export interface DocumentHeaders {
  readonly [name: string]: HeaderValue;
  readonly "last-modified": string;
}

/** Answers with 304 or 412 if a condition of the request says so. @returns whether it did */
export function answerConditions(call: Call, headers: DocumentHeaders): boolean {
  const status = unmetCondition(call, headers);
  if (status === 412) call.respond(412, headers, Buffer.alloc(0));
  if (status === 304) {
    const { "content-type": _type, "last-modified": modified, ...rest } = headers;
    call.begin(304, rest["etag"] === undefined ? { ...rest, "last-modified": modified } : rest).end();
  }
  return status !== undefined;
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
export function hasTag(header: string | undefined, etag: HeaderValue | undefined): boolean {
  if (header === undefined) return false;
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
