/** Restrictions of writes to objects that have the name of their node, or name it. */
import type { CertificateSigningRequest, ResourceSlice } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { label, systemNamespace } from "../../meta/vocabulary.ts";
import type { NodeRestriction, NodeWrite } from "./node-write.ts";

const leaseNamespace = systemNamespace("node-lease");

/** Agents write only the Lease of their node. */
export const restrictLeases: NodeRestriction = (write) => {
  const { request, services } = write;
  const namespace = services.vocabulary.bind(leaseNamespace);
  if (request.namespace !== namespace) return `can only access leases in the ${goQuote(namespace)} system namespace`;
  return hasNodeName(write) ? undefined : "can only access node lease with the same name as the requesting node";
};

/** Agents write only the CSINode of their node. */
export const restrictCsiNodes: NodeRestriction = (write) =>
  hasNodeName(write) ? undefined : "can only access CSINode with the same name as the requesting node";

function hasNodeName({ nodeName, request }: NodeWrite): boolean {
  const name = request.operation === "CREATE" ? request.object?.metadata.name : request.name;
  return name === nodeName;
}

/** Agents create and delete only ResourceSlices of their node. */
export const restrictResourceSlices: NodeRestriction = ({ nodeName, request }) => {
  const isOwn = (slice: unknown): boolean => (slice as DeepReadonly<ResourceSlice>).spec.nodeName === nodeName;
  if (request.operation === "CREATE" && !isOwn(request.object)) {
    return "can only create ResourceSlice with the same NodeName as the requesting node";
  }
  if (request.operation === "DELETE" && !isOwn(request.oldObject)) {
    return "can only delete ResourceSlice with the same NodeName as the requesting node";
  }
  return undefined;
};

/** Signers of certificates that identify a node. */
const nodeSigners = [label("kubelet-serving"), label("kube-apiserver-client-kubelet")];

/** Agents request certificates of nodes only for the name of their node. */
export const restrictSigningRequests: NodeRestriction = ({ nodeName, request, services }) => {
  const { vocabulary, isEnabled, requestedCommonName } = services;
  if (isEnabled("AllowInsecureKubeletCertificateSigningRequests") || request.operation !== "CREATE") return undefined;
  const { signerName, request: encoded = "" } = (request.object as DeepReadonly<CertificateSigningRequest>).spec;
  if (!nodeSigners.some((signer) => vocabulary.bind(signer) === signerName)) return undefined;
  const expected = `system:node:${nodeName}`;
  try {
    const name = requestedCommonName(Buffer.from(encoded, "base64").toString("latin1"));
    return name === expected ? undefined : `can only create a node CSR with CN=${expected}`;
  } catch (error) {
    if (error instanceof ParseError) return `unable to parse csr: ${error.message}`;
    throw error;
  }
};
