/** The Secrets that a Pod uses. */
import type { Pod } from "../../api/core/v1/pod.ts";
import type { Volume } from "../../api/core/v1/volume.ts";

/** The parts of a volume's source that name a Secret. */
interface VolumeSource {
  readonly secretName?: string;
  readonly secretRef?: { readonly name?: string };
  readonly nodePublishSecretRef?: { readonly name?: string };
  readonly sources?: readonly { readonly secret?: { readonly name?: string } }[];
}

/** Returns the names of the Secrets that a Pod mounts, reads into variables, or pulls images with. */
export function podSecretNames({ spec }: Readonly<Pod>): readonly string[] {
  if (!spec) return [];
  const { imagePullSecrets = [], volumes = [], containers, initContainers = [], ephemeralContainers = [] } = spec;
  const names = [
    ...imagePullSecrets.map(({ name }) => name),
    ...volumes.flatMap(volumeSecretNames),
    ...[...containers, ...initContainers, ...ephemeralContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
      ...envFrom.map(({ secretRef }) => secretRef?.name),
    ]),
  ];
  return names.flatMap((name) => name || []);
}

function volumeSecretNames(volume: Readonly<Volume>): readonly (string | undefined)[] {
  const { name: _, ...sources } = volume;
  return Object.values(sources as Readonly<Record<string, VolumeSource | undefined>>).flatMap((source) => [
    source?.secretName,
    source?.secretRef?.name,
    source?.nodePublishSecretRef?.name,
    ...(source?.sources ?? []).map(({ secret }) => secret?.name),
  ]);
}
