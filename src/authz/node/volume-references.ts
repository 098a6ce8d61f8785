/** The claim and the Secrets of a PersistentVolume. */
import type { PersistentVolume } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { BoundVolume, ObjectPlace } from "./node-graph.ts";

interface SecretName {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Returns the relations of a volume. Undefined if it has no claim. */
export function boundVolume({ spec }: DeepReadonly<PersistentVolume>): BoundVolume | undefined {
  const { claimRef } = spec ?? {};
  if (!spec || !claimRef) return undefined;
  const claim = { namespace: claimRef.namespace ?? "", name: claimRef.name ?? "" };
  const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, rbd, scaleIO, storageos } = spec;
  // Secrets of the controller of a CSI driver are not for nodes.
  const withNamespace = [
    cinder?.secretRef,
    storageos?.secretRef,
    csi?.nodePublishSecretRef,
    csi?.nodeStageSecretRef,
    csi?.nodeExpandSecretRef,
  ];
  const inClaimNamespace: readonly (SecretName | undefined)[] = [
    azureFile && { name: azureFile.secretName, namespace: azureFile.secretNamespace },
    ...[cephfs, flexVolume, iscsi, rbd, scaleIO].map((source) => source?.secretRef),
  ];
  return {
    claim,
    secrets: [
      ...withNamespace.flatMap((one) => place(one, "")),
      ...inClaimNamespace.flatMap((one) => place(one, claim.namespace)),
    ],
  };
}

function place(secret: SecretName | undefined, defaultNamespace: string): readonly ObjectPlace[] {
  if (!secret?.name) return [];
  return [{ namespace: secret.namespace || defaultNamespace, name: secret.name }];
}
