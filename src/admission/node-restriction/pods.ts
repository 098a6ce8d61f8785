/** Restrictions of writes to Pods and their subresources. */
import type { Pod, PodResourceClaimStatus } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { existingPod, type NodeRestriction } from "./node-write.ts";
import { podCreationFault } from "./pod-creation.ts";

/** Agents create mirror Pods, and update the status of, evict and delete Pods that are bound to their node. */
export const restrictPods: NodeRestriction = (write) => {
  const { subresource } = write.request;
  switch (subresource) {
    case "":
      return restrictPod(write);
    case "status":
      return restrictStatus(write);
    case "eviction":
      return restrictEviction(write);
    default:
      return `unexpected pod subresource ${goQuote(subresource)}, only 'status' and 'eviction' are allowed`;
  }
};

const restrictPod: NodeRestriction = async (write) => {
  const { nodeName, request } = write;
  const node = `node ${goQuote(nodeName)}`;
  switch (request.operation) {
    case "CREATE":
      return await podCreationFault(write);
    case "DELETE": {
      const { spec } = await existingPod(write, request.name);
      return spec?.nodeName === nodeName ? undefined : `${node} can only delete pods with spec.nodeName set to itself`;
    }
    default:
      return `unexpected operation ${goQuote(request.operation)}, ${node} can only create and delete mirror pods`;
  }
};

const restrictStatus: NodeRestriction = ({ nodeName, request }) => {
  if (request.operation !== "UPDATE") return `unexpected operation ${goQuote(request.operation)}`;
  const old = request.oldObject as DeepReadonly<Pod>;
  const pod = request.object as DeepReadonly<Pod>;
  const node = `node ${goQuote(nodeName)}`;
  if (old.spec?.nodeName !== nodeName) {
    return `${node} can only update pod status for pods with spec.nodeName set to itself`;
  }
  if (!equalJson(old.metadata.labels ?? {}, pod.metadata.labels ?? {})) {
    return `${node} cannot update labels through pod status`;
  }
  if (!equalJson(claimStatuses(old), claimStatuses(pod))) return `${node} cannot update resource claim statues`;
  return undefined;
};

function claimStatuses({ status }: DeepReadonly<Pod>): readonly DeepReadonly<PodResourceClaimStatus>[] {
  return status?.resourceClaimStatuses ?? [];
}

const restrictEviction: NodeRestriction = async (write) => {
  const { nodeName, request } = write;
  if (request.operation !== "CREATE") return `unexpected operation ${request.operation}`;
  if (request.name === "") return "could not determine pod from request data";
  const { spec } = await existingPod(write, request.name);
  return spec?.nodeName === nodeName
    ? undefined
    : `node ${nodeName} can only evict pods with spec.nodeName set to itself`;
};
