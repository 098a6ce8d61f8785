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
  const account = pod.spec?.serviceAccountName;
  return [
    ...(account ? [{ resource: "serviceaccounts", name: account } as const] : []),
    ...references("secrets", secretNames(pod)),
    ...references("configmaps", configMapNames(pod)),
    ...references("persistentvolumeclaims", claimNames(pod)),
    ...references("resourceclaims", resourceClaimNames(pod)),
  ];
}

/** Returns the names of the Secrets in a Pod. Those of its volumes' claims are not among them. */
export function secretNames(pod: ReadPod): readonly string[] {
  return present([
    ...(pod.spec?.imagePullSecrets ?? []).map(({ name }) => name),
    ...containersOf(pod).flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.map(({ secretRef }) => secretRef?.name),
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ]),
    ...(pod.spec?.volumes ?? []).flatMap(secretNamesOfVolume),
  ]);
}

/** Returns the names of the ConfigMaps in a Pod. */
export function configMapNames(pod: ReadPod): readonly string[] {
  return present([
    ...containersOf(pod).flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.map(({ configMapRef }) => configMapRef?.name),
      ...env.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
    ]),
    ...(pod.spec?.volumes ?? []).flatMap(({ configMap, projected }) => [
      configMap?.name,
      ...(projected?.sources ?? []).map((source) => source.configMap?.name),
    ]),
  ]);
}

function claimNames({ metadata, spec }: ReadPod): readonly string[] {
  return present(
    (spec?.volumes ?? []).map(({ name, persistentVolumeClaim, ephemeral }) =>
      ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName,
    ),
  );
}

/** Returns the names of the existing ResourceClaims. The status names those that were made from a template. */
function resourceClaimNames({ spec, status }: ReadPod): readonly string[] {
  const created = status?.resourceClaimStatuses ?? [];
  return present(
    (spec?.resourceClaims ?? []).map(
      ({ name, resourceClaimName }) =>
        resourceClaimName ?? created.find((claim) => claim.name === name)?.resourceClaimName,
    ),
  );
}

function secretNamesOfVolume(volume: DeepReadonly<Volume>): readonly (string | undefined)[] {
  const { azureFile, cephfs, cinder, csi, flexVolume, iscsi, projected, rbd, scaleIO, secret, storageos } = volume;
  return [
    secret?.secretName,
    ...(projected?.sources ?? []).map((source) => source.secret?.name),
    csi?.nodePublishSecretRef?.name,
    azureFile?.secretName,
    ...[cephfs, cinder, flexVolume, iscsi, rbd, scaleIO, storageos].map((source) => source?.secretRef?.name),
  ];
}

function containersOf({ spec }: ReadPod): readonly AnyContainer[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
}

function references(resource: PodReference["resource"], names: readonly string[]): readonly PodReference[] {
  return names.map((name) => ({ resource, name }));
}

/** Returns the names that are not empty, each once. */
function present(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name): name is string => Boolean(name)))];
}
