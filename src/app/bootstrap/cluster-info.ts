/**
 * The public ConfigMap with the address and the CA certificates of the cluster. A client that has only a bootstrap token
 * reads it to find the API server, and verifies it with a signature that the controllers add.
 */
import { type ConfigMap, configMap } from "../../api/core/v1/config-map.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { clusterInfoKey, clusterInfoName } from "../../meta/tokens/cluster-info.ts";
import { component, systemNamespace } from "../../meta/vocabulary.ts";
import type { PostStartHook } from "../../server/index.ts";
import type { SystemObjects } from "./system-objects.ts";

/** How clients reach the cluster. */
export interface ClusterInfo {
  /** URL of the API server. */
  readonly server: string;
  /** CA certificates of the API server in PEM. */
  readonly ca: string;
}

/**
 * Returns the hook that creates the ConfigMap, and updates it after the address or the certificates have changed.
 * Undefined if the server serves no ConfigMaps.
 * @param clusterInfo returns undefined if clients cannot reach the server
 */
export function clusterInfoHook(
  clusterInfo: () => ClusterInfo | undefined,
  objects: SystemObjects,
): PostStartHook | undefined {
  const configMaps = objects.ofKind(configMap);
  if (!configMaps) return undefined;
  const { vocabulary } = objects.options;
  const objectName = { namespace: vocabulary.bind(systemNamespace("public")), name: clusterInfoName };
  const manager = vocabulary.bind(component("apiserver"));
  return {
    name: "start-cluster-info-controller",
    run: async () => {
      const info = clusterInfo();
      if (!info) return;
      const text = clientConfiguration(info);
      const stored = await configMaps.get(objectName);
      if (!stored) await configMaps.create({ metadata: objectName, data: { [clusterInfoKey]: text } });
      else if (stored.data?.[clusterInfoKey] !== text) {
        await configMaps.update(objectName, (old) =>
          isWrittenBy(manager, old) ? { ...old, data: { ...old.data, [clusterInfoKey]: text } } : undefined,
        );
      }
    },
  };
}

/** Whether the field manager wrote the configuration. The server keeps what others have written. */
function isWrittenBy(manager: string, { metadata }: ConfigMap): boolean {
  return (metadata.managedFields ?? []).some((entry) => {
    const data = entry.fieldsV1?.["f:data"];
    return entry.manager === manager && isJsonObject(data) && `f:${clusterInfoKey}` in data;
  });
}

/** Returns a client configuration without a user, in the layout that kubeadm writes. */
function clientConfiguration({ server, ca }: ClusterInfo): string {
  return `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${Buffer.from(ca).toString("base64")}
    server: ${JSON.stringify(server)}
  name: ""
contexts: null
current-context: ""
kind: Config
preferences: {}
users: null
`;
}
