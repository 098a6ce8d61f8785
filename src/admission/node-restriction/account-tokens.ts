/** Restrictions of requests for tokens of ServiceAccounts: agents get tokens only for the Pods of their node. */
import type { TokenRequest } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { existingPod, type NodeRestriction } from "./node-write.ts";
import { audienceFault } from "./token-audiences.ts";

/** A token must be bound to a Pod of the node. With a feature gate, the Pod must also ask for the token's audience. */
export const restrictAccountTokens: NodeRestriction = async (write) => {
  const { nodeName, request, services } = write;
  if (request.operation !== "CREATE" || request.subresource !== "token") return undefined;
  const { audiences, boundObjectRef: bound } = (request.object as DeepReadonly<TokenRequest>).spec;
  if (bound?.apiVersion !== "v1" || bound.kind !== "Pod" || !bound.name) {
    return "node requested token not bound to a pod";
  }
  if (!bound.uid) return "node requested token with a pod binding without a uid";
  const pod = await existingPod(write, bound.name);
  if (bound.uid !== pod.metadata.uid) {
    return `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  if (pod.spec?.nodeName !== nodeName) return "node requested token bound to a pod scheduled on a different node";
  if (!services.isEnabled("ServiceAccountNodeAudienceRestriction")) return undefined;
  return await audienceFault(audiences ?? [], pod, services);
};
