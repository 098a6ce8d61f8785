/** New Pods of an agent: mirror Pods, which show what the agent runs by itself. They may not refer to other objects. */
import type { Pod } from "../../api/index.ts";
import { configMapNames, secretNames } from "../../authz/node/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { notFound } from "../../meta/status-error.ts";
import { label } from "../../meta/vocabulary.ts";
import type { NodeWrite } from "./node-write.ts";

const mirrorAnnotation = label("config.mirror");

/** Returns why an agent may not create a Pod. */
export async function podCreationFault(write: NodeWrite): Promise<string | undefined> {
  const { nodeName, request, services } = write;
  const pod = request.object as DeepReadonly<Pod>;
  const annotation = services.vocabulary.bind(mirrorAnnotation);
  const node = `node ${goQuote(nodeName)}`;
  if (pod.metadata.annotations?.[annotation] === undefined) {
    return `pod does not have ${goQuote(annotation)} annotation, ${node} can only create mirror pods`;
  }
  if (pod.spec?.nodeName !== nodeName) return `${node} can only create pods with spec.nodeName set to itself`;
  return (await ownerFault(pod, write)) ?? referenceFault(pod, node);
}

async function ownerFault(pod: DeepReadonly<Pod>, { nodeName, services }: NodeWrite): Promise<string | undefined> {
  const [owner, ...others] = pod.metadata.ownerReferences ?? [];
  const quoted = goQuote(nodeName);
  const only = `node ${quoted} can only create pods with`;
  if (others.length > 0) return `${only} a single owner reference set to itself`;
  if (owner?.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== nodeName) {
    return `${only} an owner reference set to itself`;
  }
  if (!owner.controller) return `${only} a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion) return `node ${quoted} must not set blockOwnerDeletion on an owner reference`;
  const node = await services.nodes.get("", nodeName);
  if (!node) throw notFound({ group: "", resource: "node" }, nodeName);
  if (owner.uid !== node.metadata.uid) {
    return `node ${nodeName} UID mismatch: expected ${owner.uid} got ${node.metadata.uid}`;
  }
  return undefined;
}

/** Returns why a Pod may not refer to another object. @param node `node "name"` */
function referenceFault(pod: DeepReadonly<Pod>, node: string): string | undefined {
  const { serviceAccountName, volumes = [], resourceClaims = [] } = pod.spec ?? {};
  const sources = volumes.flatMap(({ projected }) => projected?.sources ?? []);
  const references: readonly (readonly [string, boolean])[] = [
    ["a service account", Boolean(serviceAccountName)],
    ["secrets", secretNames(pod).length > 0],
    ["configmaps", configMapNames(pod).length > 0],
    ["clustertrustbundles", sources.some(({ clusterTrustBundle }) => Boolean(clusterTrustBundle))],
    ["persistentvolumeclaims", volumes.some(({ persistentVolumeClaim }) => Boolean(persistentVolumeClaim))],
    ["resourceclaims", resourceClaims.length > 0],
  ];
  const [first] = references.find(([, isReferenced]) => isReferenced) ?? [];
  return first && `${node} can not create pods that reference ${first}`;
}
