/** The verbs that change objects. */
import type { RequestInfo } from "./request-info.ts";

const writeVerbs: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** Whether a request changes objects, or opens a connection. */
export function isWrite(info: RequestInfo): boolean {
  return info.isResource && writeVerbs.has(info.verb);
}
