/** What a request alone says of the object that it writes. */
import type { ComparedRequest } from "./suite.ts";

/** A request with its method and target. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly request: ComparedRequest;
}

/** Returns the text of a request's body; empty without one. */
export function bodyTextOf({ request }: SentRequest): string {
  const { body } = request;
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  return body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
}

/** Returns whether a request writes nothing. A deletion with options in its body does not read those of the query. */
export function isDryRun(sent: SentRequest): boolean {
  const body = bodyTextOf(sent);
  if (sent.method === "DELETE" && body !== "") return /"dryRun": *\["All"\]/.test(body);
  return /[?&]dryRun=All\b/.test(sent.target);
}

/** Returns whether a request is an apply. */
export function isApply({ method, request }: SentRequest): boolean {
  return method === "PATCH" && /apply-patch/.test(JSON.stringify(request.headers ?? {}));
}

/** Returns the path of the object that a target or one of its common subresources names, without the version. */
export function objectPathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  return path
    .replace(/\/(status|scale|resize|ephemeralcontainers|finalize|approval)$/, "")
    .replace(/^(\/apis\/[^/]+)\/[^/]+/, "$1");
}

/** Returns the path of the collection that holds the object of a path. */
export function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
