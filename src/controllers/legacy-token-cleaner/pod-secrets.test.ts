import { expect, test } from "vitest";
import type { Pod } from "../../api/core/v1/pod.ts";
import { podSecretNames } from "./pod-secrets.ts";

test("podSecretNames() finds the Secrets of images, variables and volumes", () => {
  const env = (name: string): { name: string; valueFrom: object } => ({
    name: "V",
    valueFrom: { secretKeyRef: { name, key: "k" } },
  });
  const pod = {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {},
    spec: {
      imagePullSecrets: [{ name: "pull" }],
      containers: [
        { name: "c", env: [{ name: "A", value: "x" }, env("env")], envFrom: [{ secretRef: { name: "from" } }] },
      ],
      initContainers: [{ name: "i", env: [env("init")] }],
      ephemeralContainers: [{ name: "e", env: [env("ephemeral")] }],
      volumes: [
        { name: "volume", secret: { secretName: "secret" } },
        {
          name: "volume",
          projected: { sources: [{ secret: { name: "projected" } }, { serviceAccountToken: { path: "t" } }] },
        },
        { name: "volume", azureFile: { secretName: "azure", shareName: "s" } },
        { name: "volume", cephfs: { monitors: [], secretRef: { name: "ceph" } } },
        { name: "volume", csi: { driver: "d", nodePublishSecretRef: { name: "csi" } } },
        { name: "volume", flexVolume: { driver: "d", secretRef: { name: "flex" } } },
        { name: "volume", scaleIO: { gateway: "g", system: "s", secretRef: { name: "scale" } } },
        { name: "volume", emptyDir: {} },
      ],
    },
  } as unknown as Pod;
  expect(podSecretNames(pod)).toEqual([
    "pull",
    "secret",
    "projected",
    "azure",
    "ceph",
    "csi",
    "flex",
    "scale",
    "env",
    "from",
    "init",
    "ephemeral",
  ]);
  expect(podSecretNames({ kind: "Pod", apiVersion: "v1", metadata: {} })).toEqual([]);
});
