/** The objects of a scenario with nodes: two nodes, their Pods, and what these use. */
import type { ComparedServer } from "../suite.ts";

/** Everything that exists before the requests of a scenario. */
export interface NodeWorld {
  readonly namespace: string;
  /** Names of the two nodes, and of one that does not exist. */
  readonly nodes: readonly [own: string, other: string, missing: string];
  readonly uidOf: (object: string) => string;
}

/** Objects that Pods of the first node use, by their names. Those of the second node begin with `other-`. */
const podVolumes = (prefix: string): readonly object[] => [
  { name: "v1", secret: { secretName: `${prefix}secret` } },
  { name: "v2", configMap: { name: `${prefix}map` } },
  { name: "v3", persistentVolumeClaim: { claimName: `${prefix}claim` } },
  {
    name: "v4",
    projected: {
      sources: [
        { secret: { name: `${prefix}projected` } },
        { configMap: { name: `${prefix}projected` } },
        { serviceAccountToken: { path: "token", audience: "vault" } },
      ],
    },
  },
  { name: "v5", ephemeral: { volumeClaimTemplate: { spec: claimSpec } } },
];

const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

/** Creates the objects. */
export async function createNodeWorld(server: ComparedServer): Promise<NodeWorld> {
  const { namespace } = server;
  const uids = new Map<string, string>();
  const create = async (path: string, name: string, body: object = {}): Promise<void> => {
    const { json } = await server.prepare(path, { body: { metadata: { name }, ...body } });
    uids.set(`${path.split("/").at(-1)}/${name}`, String(json.metadata.uid));
  };
  const inNamespace = `/api/v1/namespaces/${namespace}`;
  const nodes = [server.name("own"), server.name("other"), server.name("missing")] as const;
  for (const name of nodes.slice(0, 2)) {
    await create("/api/v1/nodes", name);
    await create("/apis/storage.k8s.io/v1/volumeattachments", `${name}-attachment`, {
      spec: { attacher: "a", nodeName: name, source: { persistentVolumeName: "x" } },
    });
  }
  for (const prefix of ["", "other-"]) {
    for (const name of ["secret", "projected", "env", "pull", "volume"]) {
      await create(`${inNamespace}/secrets`, `${prefix}${name}`);
    }
    for (const name of ["map", "projected", "env"]) await create(`${inNamespace}/configmaps`, `${prefix}${name}`);
    await create(`${inNamespace}/serviceaccounts`, `${prefix}account`);
    const volumeName = `${namespace}-${prefix}volume`;
    await create(`${inNamespace}/persistentvolumeclaims`, `${prefix}claim`, { spec: { ...claimSpec, volumeName } });
    await create("/api/v1/persistentvolumes", volumeName, {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        claimRef: { namespace, name: `${prefix}claim` },
        csi: {
          driver: "d",
          volumeHandle: "h",
          nodePublishSecretRef: { namespace, name: `${prefix}volume` },
          controllerPublishSecretRef: { namespace, name: `${prefix}controller` },
        },
      },
    });
  }
  for (const [name, prefix, nodeName] of [
    ["mine", "", nodes[0]],
    ["theirs", "other-", nodes[1]],
    ["unbound", "other-", undefined],
  ] as const) {
    await create(`${inNamespace}/pods`, name, {
      spec: {
        ...(nodeName === undefined ? {} : { nodeName }),
        serviceAccountName: `${prefix}account`,
        imagePullSecrets: [{ name: `${prefix}pull` }],
        containers: [
          {
            name: "c",
            image: "i",
            env: [{ name: "A", valueFrom: { secretKeyRef: { name: `${prefix}env`, key: "k" } } }],
            envFrom: [{ configMapRef: { name: `${prefix}env` } }],
          },
        ],
        volumes: podVolumes(prefix),
      },
    });
  }
  await create(`${inNamespace}/pods`, "mirror", {
    metadata: { name: "mirror", annotations: { "kubernetes.io/config.mirror": "x" } },
    spec: {
      nodeName: nodes[0],
      containers: [{ name: "c", image: "i" }],
      volumes: [{ name: "v", configMap: { name: "other-map" } }],
    },
  });
  return { namespace, nodes, uidOf: (object) => uids.get(object) ?? "" };
}
