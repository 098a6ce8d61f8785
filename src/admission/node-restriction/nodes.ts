/** Restrictions of writes to Nodes. */
import type { Node } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { forbiddenLabels } from "./node-labels.ts";
import type { NodeRestriction } from "./node-write.ts";

/** Agents write only their own Node, and nothing in it that would attract Pods or that others decide. */
export const restrictNodes: NodeRestriction = (write) => {
  const { nodeName, request } = write;
  if (request.name !== nodeName) {
    return `node ${goQuote(nodeName)} is not allowed to modify node ${goQuote(request.name)}`;
  }
  if (request.operation === "CREATE") return restrictCreation(write);
  if (request.operation === "UPDATE") return restrictUpdate(write);
  return undefined;
};

const restrictCreation: NodeRestriction = ({ nodeName, request, services }) => {
  const { metadata, spec } = request.object as DeepReadonly<Node>;
  const node = `node ${goQuote(nodeName)}`;
  if (spec?.configSource) return `${node} is not allowed to create pods with a non-nil configSource`;
  const labels = forbiddenLabels(services.vocabulary, metadata.labels);
  return labels.length > 0 ? `${node} is not allowed to set the following labels: ${labels.join(", ")}` : undefined;
};

const restrictUpdate: NodeRestriction = ({ nodeName, request, services }) => {
  const { metadata, spec } = request.object as DeepReadonly<Node>;
  const old = request.oldObject as DeepReadonly<Node>;
  const node = `node ${goQuote(nodeName)}`;
  // An agent of an old release may remove the field by an update of the status.
  if (spec?.configSource && !equalJson(spec.configSource, old.spec?.configSource)) {
    return `${node} is not allowed to update configSource to a new non-nil configSource`;
  }
  if (!equalJson(spec?.taints ?? [], old.spec?.taints ?? [])) return `${node} is not allowed to modify taints`;
  if (!equalJson(metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {
    return `${node} is not allowed to modify ownerReferences`;
  }
  const labels = forbiddenLabels(services.vocabulary, metadata.labels, old.metadata.labels);
  return labels.length > 0 ? `is not allowed to modify labels: ${labels.join(", ")}` : undefined;
};
