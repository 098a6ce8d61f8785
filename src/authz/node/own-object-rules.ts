/** Rules for objects that have the name of the node, or name it. */
import { goQuote } from "../../meta/go-quote.ts";
import { allowed } from "../authorizer.ts";
import { allowRelated, type NodeAccessRule, notAllowed, requiresFieldValue } from "./node-request.ts";

const ownObjectVerbs: ReadonlySet<string> = new Set(["get", "create", "update", "patch", "delete"]);

/** Returns the rule for Leases. @param namespace of the Leases of nodes */
export function ownLease(namespace: string): NodeAccessRule {
  return ({ nodeName, action }) => {
    if (!ownObjectVerbs.has(action.verb)) {
      return notAllowed("can only get, create, update, patch, or delete a node lease");
    }
    if (action.namespace !== namespace) {
      return notAllowed(`can only access leases in the ${goQuote(namespace)} system namespace`);
    }
    // The name of a new object is not known yet. NodeRestriction checks it.
    if (action.verb !== "create" && action.name !== nodeName) {
      return notAllowed("can only access node lease with the same name as the requesting node");
    }
    return allowed;
  };
}

/** The rule for CSINodes. */
export const ownCsiNode: NodeAccessRule = ({ nodeName, action }) => {
  if (!ownObjectVerbs.has(action.verb)) return notAllowed("can only get, create, update, patch, or delete a CSINode");
  if (action.subresource !== "") return notAllowed("cannot authorize CSINode subresources");
  if (action.verb !== "create" && action.name !== nodeName) {
    return notAllowed("can only access CSINode with the same name as the requesting node");
  }
  return allowed;
};

/** Returns the rule for ResourceSlices. @param usesSelectors whether lists need the node's name in their selector */
export function ownResourceSlices(usesSelectors: boolean): NodeAccessRule {
  return (request) => {
    const { nodeName, action } = request;
    if (action.subresource !== "") return notAllowed("cannot authorize ResourceSlice subresources");
    switch (action.verb) {
      case "create":
        // NodeRestriction checks the node of the new object.
        return allowed;
      case "get":
      case "update":
      case "patch":
      case "delete":
        return allowRelated(request, "resourceslices");
      case "watch":
      case "list":
      case "deletecollection":
        if (!usesSelectors || requiresFieldValue(action, "nodeName", nodeName)) return allowed;
        return notAllowed("can only list/watch/deletecollection resourceslices with nodeName field selector");
      default:
        return notAllowed(
          "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
        );
    }
  };
}

const noReason = notAllowed("");

/** The rule for Nodes. NodeRestriction limits writes to the node's own object. */
export const ownNode: NodeAccessRule = ({ nodeName, action }) => {
  const { verb, subresource, name } = action;
  if (subresource === "status") return verb === "update" || verb === "patch" ? allowed : noReason;
  if (subresource !== "") return noReason;
  switch (verb) {
    case "create":
    case "update":
    case "patch":
      return allowed;
    case "get":
    case "list":
    case "watch":
      // The agent may try to read its Node before it has created it.
      if (name === nodeName) return allowed;
      if (name === "") return notAllowed(`node '${nodeName}' cannot read all nodes, only its own Node object`);
      return notAllowed(`node '${nodeName}' cannot read '${name}', only its own Node object`);
    default:
      return noReason;
  }
};

/** Verbs on subresources of Pods. NodeRestriction limits them to the Pods of the node. */
const podSubresourceVerbs: Readonly<Record<string, readonly string[]>> = {
  status: ["update", "patch"],
  eviction: ["create"],
};

/** The rule for Pods. NodeRestriction limits writes to Pods of the node, and creates to mirror Pods. */
export const podsOfNode: NodeAccessRule = (request) => {
  const { verb, subresource, name } = request.action;
  if (subresource !== "") {
    return Object.hasOwn(podSubresourceVerbs, subresource) && podSubresourceVerbs[subresource]?.includes(verb)
      ? allowed
      : noReason;
  }
  switch (verb) {
    case "get":
      return allowRelated(request, "pods");
    case "list":
    case "watch":
      if (requiresFieldValue(request.action, "spec.nodeName", request.nodeName)) return allowed;
      if (name !== "") return allowRelated(request, "pods");
      return notAllowed("can only list/watch pods with spec.nodeName field selector");
    case "create":
    case "delete":
      return allowed;
    default:
      return noReason;
  }
};
