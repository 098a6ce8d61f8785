/** Properties of a request that follow from the request alone. */
import type { ComparedRequest } from "./suite.ts";

/** A request with its method and target. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly request: ComparedRequest;
}

/** Returns the text of a request's body. Empty if there is none. */
export function bodyTextOf({ request }: SentRequest): string {
  const { body } = request;
  if (Buffer.isBuffer(body)) return body.toString("latin1");
  return body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
}

/** Whether a request writes nothing. If a deletion has options in its body, those of the query do not count. */
export function isDryRun(sent: SentRequest): boolean {
  const body = bodyTextOf(sent);
  if (sent.method === "DELETE" && body !== "") return /"dryRun": *\["All"\]/.test(body);
  return /[?&]dryRun=All\b/.test(sent.target);
}

/** Whether a request is an apply. */
export function isApply({ method, request }: SentRequest): boolean {
  return method === "PATCH" && /apply-patch/.test(JSON.stringify(request.headers ?? {}));
}

/** Returns the path of the object in a target, without its version and subresource. */
export function objectPathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  return path
    .replace(/\/(status|scale|resize|ephemeralcontainers|finalize|approval)$/, "")
    .replace(/^(\/apis\/[^/]+)\/[^/]+/, "$1");
}

/** Returns the path of the collection that contains an object. */
export function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
