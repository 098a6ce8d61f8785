/** A write by the agent of a node, and all that its rules read. */
import type { CSIDriver, Node, PersistentVolume, PersistentVolumeClaim, Pod } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { ObjectReader } from "../../meta/object-reader.ts";
import { notFound } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../index.ts";

/** Everything that NodeRestriction uses. */
export interface NodeRestrictionServices {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly pods: ObjectReader<Pod>;
  readonly nodes: ObjectReader<Node>;
  readonly claims: ObjectReader<PersistentVolumeClaim>;
  readonly volumes: ObjectReader<PersistentVolume>;
  readonly drivers: ObjectReader<CSIDriver>;
  /** Returns the common name that a certificate request in PEM asks for. @throws ParseError if it is malformed */
  readonly requestedCommonName: (pem: string) => string;
}

/** A write by the agent of a node. */
export interface NodeWrite {
  readonly nodeName: string;
  readonly request: AdmissionRequest;
  readonly services: NodeRestrictionServices;
}

/**
 * Returns why a write is rejected with 403. Undefined if it is admitted.
 * @throws StatusError for rejections with other codes
 */
export type NodeRestriction = (write: NodeWrite) => string | undefined | Promise<string | undefined>;

/** Returns a Pod. @throws StatusError 404 with the kind of the reference's message */
export async function existingPod({ request, services }: NodeWrite, name: string): Promise<DeepReadonly<Pod>> {
  const found = await services.pods.get(request.namespace, name);
  if (!found) throw notFound({ group: "", resource: "pod" }, name);
  return found;
}
