/** Rules for objects that the agent of a node may use if they are related to the node. */

import type { RelatedResource } from "./node-graph.ts";
import { allowIfRelated, allowRelated, type NodeAccessRule, notAllowed } from "./node-request.ts";

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** Returns the rule that allows `get` on single objects. */
export function getRelated(resource: RelatedResource): NodeAccessRule {
  return (request) => {
    const { verb, subresource } = request.action;
    if (verb !== "get") return notAllowed("can only get individual resources of this type");
    if (subresource !== "") return notAllowed("cannot get subresource");
    return allowRelated(request, resource);
  };
}

/** Returns the rule that allows `get`, and `list` and `watch` with the name of one object. */
export function readRelated(resource: RelatedResource): NodeAccessRule {
  return (request) => {
    const { verb, subresource, namespace } = request.action;
    if (!readVerbs.has(verb)) return notAllowed("can only read resources of this type");
    if (subresource !== "") return notAllowed("cannot read subresource");
    if (namespace === "") return notAllowed("can only read namespaced object of this type");
    return allowRelated(request, resource);
  };
}

/** Returns the rule that allows `get`, and updates of the status. */
export function getRelatedOrUpdateStatus(resource: RelatedResource): NodeAccessRule {
  const get = getRelated(resource);
  return (request) => {
    const { verb, subresource } = request.action;
    if (subresource !== "status") return get(request);
    if (verb !== "update" && verb !== "patch") return notAllowed("can only get/update/patch this type");
    return allowRelated(request, resource);
  };
}

/** Allows to create tokens of the ServiceAccounts of the node's Pods. */
export const createAccountToken: NodeAccessRule = (request) => {
  const { verb, subresource, name } = request.action;
  if (verb !== "create" || name === "") {
    return notAllowed("can only create tokens for individual service accounts");
  }
  if (subresource !== "token") return notAllowed("can only create token subresource of serviceaccount");
  return allowIfRelated(request, "serviceaccounts");
};
