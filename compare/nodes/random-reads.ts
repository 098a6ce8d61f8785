/** Random reads by nodes: single objects, lists and watches, with selectors. */
import type { Random } from "../../src/base/random.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import type { NodeWorld } from "./node-world.ts";

/** Returns a target. It is drawn before the servers run, and completed with the names of a world. */
export type DrawnTarget = (world: NodeWorld) => string;

interface ReadResource {
  readonly prefix: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly names: readonly string[];
}

const podParts = ["secret", "projected", "env", "pull", "volume", "map", "account", "claim", "mine-v5", "none"];
const partNames = [...podParts, ...podParts.map((name) => `other-${name}`)];
const nodeNames = ["NODE", "OTHER", "MISSING"];

const resources: readonly ReadResource[] = [
  ...["secrets", "configmaps", "serviceaccounts", "persistentvolumeclaims"].map((plural) => {
    return { prefix: "/api/v1", plural, isNamespaced: true, names: partNames };
  }),
  { prefix: "/api/v1", plural: "pods", isNamespaced: true, names: ["mine", "theirs", "unbound", "mirror", "none"] },
  { prefix: "/api/v1", plural: "endpoints", isNamespaced: true, names: ["none"] },
  { prefix: "/api/v1", plural: "events", isNamespaced: true, names: ["none"] },
  { prefix: "/api/v1", plural: "nodes", isNamespaced: false, names: nodeNames },
  {
    prefix: "/api/v1",
    plural: "persistentvolumes",
    isNamespaced: false,
    names: ["NS-volume", "NS-other-volume", "none"],
  },
  {
    prefix: "/apis/storage.k8s.io/v1",
    plural: "volumeattachments",
    isNamespaced: false,
    names: nodeNames.map((name) => `${name}-attachment`),
  },
  { prefix: "/apis/storage.k8s.io/v1", plural: "csinodes", isNamespaced: false, names: nodeNames },
  { prefix: "/apis/storage.k8s.io/v1", plural: "csidrivers", isNamespaced: false, names: ["none"] },
  { prefix: "/apis/storage.k8s.io/v1", plural: "storageclasses", isNamespaced: false, names: ["none"] },
  { prefix: "/apis/node.k8s.io/v1", plural: "runtimeclasses", isNamespaced: false, names: ["none"] },
  {
    prefix: "/apis/certificates.k8s.io/v1",
    plural: "certificatesigningrequests",
    isNamespaced: false,
    names: ["none"],
  },
  { prefix: "/apis/coordination.k8s.io/v1", plural: "leases", isNamespaced: true, names: nodeNames },
  { prefix: "/apis/apps/v1", plural: "deployments", isNamespaced: true, names: ["none"] },
];

const selectors = [
  "spec.nodeName=NODE",
  "spec.nodeName==NODE",
  "spec.nodeName=OTHER",
  "spec.nodeName!=OTHER",
  "spec.nodeName=NODE,status.phase!=Failed",
  "metadata.name=mine",
  "metadata.name=theirs",
  "metadata.name=NODE",
  "metadata.name=OTHER",
  "metadata.name=secret",
  "metadata.name=other-secret",
  "metadata.name=map",
  "metadata.name!=map",
  "metadata.name=none",
  "spec.nodeName=",
];
const subresources = ["status", "log", "scale", "token", "ephemeralcontainers"];

/** Draws a read. */
export function drawRead(random: Random): DrawnTarget {
  const resource = oneOf(random, resources);
  const isList = isOnceIn(random, 3);
  const place = drawPlace(random, resource, isList);
  if (!isList) {
    const subresource = isOnceIn(random, 8) ? `/${oneOf(random, subresources)}` : "";
    return fill(`${place}/${oneOf(random, resource.names)}${subresource}`);
  }
  const hasSelector = resource.plural === "pods" || resource.plural === "nodes" || isOnceIn(random, 2);
  if (!hasSelector || isOnceIn(random, 5)) return fill(place);
  return fill(`${place}?fieldSelector=SELECTOR`, oneOf(random, selectors));
}

function drawPlace(random: Random, { prefix, plural, isNamespaced }: ReadResource, isList: boolean): string {
  if (!isNamespaced || (isList && isOnceIn(random, 3))) return `${prefix}/${plural}`;
  const leaseNamespace = plural === "leases" ? ["kube-node-lease", "kube-node-lease"] : [];
  return `${prefix}/namespaces/${oneOf(random, ["NS", "NS", "NS", "default", ...leaseNamespace])}/${plural}`;
}

/** Returns the function that replaces the placeholders of names. */
export function fill(target: string, selector = ""): DrawnTarget {
  return (world) => {
    const filled = fillNames(selector, world);
    return fillNames(target, world).replace("SELECTOR", encodeURIComponent(filled));
  };
}

/** Replaces the placeholders of names in a text. */
export function fillNames(text: string, { namespace, nodes: [own, other, missing] }: NodeWorld): string {
  return text
    .replaceAll("NODE", own)
    .replaceAll("OTHER", other)
    .replaceAll("MISSING", missing)
    .replaceAll("NS", namespace);
}
