/** The verbs that change objects. */
import type { RequestInfo, ResourceRequestInfo } from "./request-info.ts";

const writeVerbs: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** Whether a request has a verb that changes objects. A connection, such as that of `exec`, has such a verb, too. */
export function isWrite(info: RequestInfo): info is ResourceRequestInfo {
  return info.isResource && writeVerbs.has(info.verb);
}
