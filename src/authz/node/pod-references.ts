/** The objects that a Pod uses, and that the agent of its node reads for it. */
import type { Container, EphemeralContainer, Pod, Volume } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { PodReference } from "./node-graph.ts";

/** Paths of the fields that `secretNames`, `configMapNames` and `podReferences` read. Lists have no names in paths. */
export const podReferenceFields: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "spec.serviceAccountName",
  "spec.imagePullSecrets.name",
  "spec.resourceClaims",
  ...["containers", "initContainers", "ephemeralContainers"].flatMap((list) => [
    `spec.${list}.env.valueFrom.secretKeyRef.name`,
    `spec.${list}.env.valueFrom.configMapKeyRef.name`,
    `spec.${list}.envFrom.secretRef.name`,
    `spec.${list}.envFrom.configMapRef.name`,
  ]),
  "spec.volumes.name",
  "spec.volumes.azureFile.secretName",
  "spec.volumes.cephfs.secretRef",
  "spec.volumes.cinder.secretRef",
  "spec.volumes.configMap.name",
  "spec.volumes.csi.nodePublishSecretRef",
  "spec.volumes.ephemeral.readOnly",
  "spec.volumes.flexVolume.secretRef",
  "spec.volumes.iscsi.secretRef",
  "spec.volumes.persistentVolumeClaim.claimName",
  "spec.volumes.projected.sources.configMap.name",
  "spec.volumes.projected.sources.secret.name",
  "spec.volumes.rbd.secretRef",
  "spec.volumes.scaleIO.secretRef",
  "spec.volumes.secret.secretName",
  "spec.volumes.storageos.secretRef",
  "status.resourceClaimStatuses",
];

type ReadPod = DeepReadonly<Pod>;
type AnyContainer = DeepReadonly<Container> | DeepReadonly<EphemeralContainer>;

/** Returns the objects that a Pod uses in its namespace, each once. */
export function podReferences(pod: ReadPod): readonly PodReference[] {
  const references: PodReference[] = [];
  const account = pod.spec?.serviceAccountName;
  if (account) references.push({ resource: "serviceaccounts", name: account });
  for (const name of secretNames(pod)) references.push({ resource: "secrets", name });
  for (const name of configMapNames(pod)) references.push({ resource: "configmaps", name });
  for (const name of claimNames(pod)) references.push({ resource: "persistentvolumeclaims", name });
  for (const name of resourceClaimNames(pod)) references.push({ resource: "resourceclaims", name });
  return references;
}

/** Returns the names of the Secrets in a Pod. Those of its volumes' claims are not among them. */
export function secretNames(pod: ReadPod): ReadonlySet<string> {
  const names = new Names();
  for (const { name } of pod.spec?.imagePullSecrets ?? none) names.add(name);
  forEachContainer(pod, ({ env, envFrom }) => {
    for (const { secretRef } of envFrom ?? none) names.add(secretRef?.name);
    for (const { valueFrom } of env ?? none) names.add(valueFrom?.secretKeyRef?.name);
  });
  for (const volume of pod.spec?.volumes ?? none) addSecretNamesOfVolume(volume, names);
  return names.all;
}

/** Returns the names of the ConfigMaps in a Pod. */
export function configMapNames(pod: ReadPod): ReadonlySet<string> {
  const names = new Names();
  forEachContainer(pod, ({ env, envFrom }) => {
    for (const { configMapRef } of envFrom ?? none) names.add(configMapRef?.name);
    for (const { valueFrom } of env ?? none) names.add(valueFrom?.configMapKeyRef?.name);
  });
  for (const { configMap, projected } of pod.spec?.volumes ?? none) {
    names.add(configMap?.name);
    for (const source of projected?.sources ?? none) names.add(source.configMap?.name);
  }
  return names.all;
}

function claimNames({ metadata, spec }: ReadPod): ReadonlySet<string> {
  const names = new Names();
  for (const { name, persistentVolumeClaim, ephemeral } of spec?.volumes ?? none) {
    names.add(ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName);
  }
  return names.all;
}

/** Returns the names of the existing ResourceClaims. The status names those that were made from a template. */
function resourceClaimNames({ spec, status }: ReadPod): ReadonlySet<string> {
  const names = new Names();
  for (const { name, resourceClaimName } of spec?.resourceClaims ?? none) {
    const created = status?.resourceClaimStatuses?.find((claim) => claim.name === name);
    names.add(resourceClaimName ?? created?.resourceClaimName);
  }
  return names.all;
}

function addSecretNamesOfVolume(volume: DeepReadonly<Volume>, names: Names): void {
  names.add(volume.secret?.secretName);
  for (const { secret } of volume.projected?.sources ?? none) names.add(secret?.name);
  names.add(volume.csi?.nodePublishSecretRef?.name);
  names.add(volume.azureFile?.secretName);
  const { cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos } = volume;
  names.add((cephfs ?? cinder ?? flexVolume ?? iscsi ?? rbd ?? scaleIO ?? storageos)?.secretRef?.name);
}

function forEachContainer({ spec }: ReadPod, visit: (container: AnyContainer) => void): void {
  for (const container of spec?.initContainers ?? none) visit(container);
  for (const container of spec?.containers ?? none) visit(container);
  for (const container of spec?.ephemeralContainers ?? none) visit(container);
}

const none: readonly never[] = [];

/** Different names, without empty ones. */
class Names {
  readonly all = new Set<string>();

  add(name: string | undefined): void {
    if (name) this.all.add(name);
  }
}
