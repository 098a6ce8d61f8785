/** The volume through which a Pod reaches the API server: a token, the certificates of the server, and the Pod's namespace. */
import type { Container, PodSpec, Volume } from "../../../../api/index.ts";
import { mainContainers } from "../../../../kinds/index.ts";
import { rootCaName, serviceAccountFolder } from "../../../../meta/vocabulary.ts";

/** Permissions of the files: 0644. */
const fileMode = 420;

/**
 * Lifetime of the token: an hour, and some seconds by which the server recognizes the tokens of this volume. It makes them last
 * longer for programs that never read them again.
 */
const tokenSeconds = 3607;

/**
 * Mounts the volume into all containers that have no other volume at its path, and adds it if a container needs it.
 * @param prefix start of the volume's name. A volume of the Pod with this prefix is used instead of a new one.
 */
export function addAccessVolume(spec: PodSpec, prefix: string, generateName: (prefix: string) => string): void {
  const { volumes = [] } = spec;
  const existing = volumes.find(({ name }) => name.startsWith(prefix))?.name;
  const name = existing ?? generateName(prefix);
  const containers = [...(spec.initContainers ?? []), ...mainContainers(spec)].filter(isWithoutAccess);
  for (const container of containers) {
    const mount = { name, readOnly: true, mountPath: serviceAccountFolder };
    container.volumeMounts = [...(container.volumeMounts ?? []), mount];
  }
  if (existing === undefined && containers.length > 0) spec.volumes = [...volumes, accessVolume(name)];
}

function isWithoutAccess({ volumeMounts = [] }: Container): boolean {
  return !volumeMounts.some(({ mountPath }) => mountPath === serviceAccountFolder);
}

function accessVolume(name: string): Volume {
  const namespaceField = { apiVersion: "v1", fieldPath: "metadata.namespace" };
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: "token" } },
        { configMap: { name: rootCaName, items: [{ key: "ca.crt", path: "ca.crt" }] } },
        { downwardAPI: { items: [{ path: "namespace", fieldRef: namespaceField }] } },
      ],
      defaultMode: fileMode,
    },
  };
}
