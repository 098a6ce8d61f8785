/** The configuration of PodSecurity in a server of several processes, and Pods that the second thread decodes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { warningsOf } from "../support/warnings.ts";
import type { WireClient } from "../support/wire-client.ts";
import { patch } from "../support/writes.ts";
import { workersOf } from "../workers/serving-workers.ts";

beforeAll(() => buildProgram(), 120_000);

const configuration = {
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AdmissionConfiguration",
  plugins: [
    {
      name: "PodSecurity",
      configuration: {
        apiVersion: "pod-security.admission.config.k8s.io/v1",
        kind: "PodSecurityConfiguration",
        defaults: { enforce: "baseline", warn: "restricted" },
        exemptions: { namespaces: ["free"], usernames: ["ann"], runtimeClasses: ["safe"] },
      },
    },
  ],
};
const rejection = 'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)';
/** More than the second thread's smallest request. */
const largeText = "x".repeat(100_000);

function pod(spec: object, annotations: Readonly<Record<string, string>> = {}): object {
  return {
    metadata: { name: "a", annotations },
    spec: { hostPID: true, containers: [{ name: "c", image: "i" }], ...spec },
  };
}

async function createPod(client: WireClient, body: object, namespace = "shop", user?: string) {
  const headers = user === undefined ? {} : { "impersonate-user": user, "impersonate-group": "system:masters" };
  return await client.request(`/api/v1/namespaces/${namespace}/pods?dryRun=All`, { headers, body });
}

test("all processes and the second thread of a server apply the configuration of PodSecurity", async () => {
  using folder = new TemporaryDirectory();
  const file = join(folder.path, "admission.json");
  writeFileSync(file, JSON.stringify(configuration));
  await using server = new OrchProcess([
    "apiserver",
    "--vocabulary=kubernetes",
    "--workers=2",
    "--disable-admission-plugins=ServiceAccount",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
    `--admission-control-config-file=${file}`,
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
  await eventually(async () => (await workersOf(server.pid, kubeconfig)).length === 1, "the worker serves connections");
  // The main process passes each connection to the process with the fewest, so these reach both processes.
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  for (const name of ["shop", "free"]) await first.request("/api/v1/namespaces", { body: { metadata: { name } } });
  for (const client of [first, second]) {
    for (const annotations of [{}, { large: largeText }]) {
      const { status, json } = await createPod(client, pod({}, annotations));
      expect([status, json.message]).toEqual([403, rejection]);
    }
    const admitted = [
      await createPod(client, pod({}), "free"),
      await createPod(client, pod({}), "shop", "ann"),
      await createPod(client, pod({ hostPID: false })),
    ];
    expect(admitted.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [exempt = [], ofUser = [], checked = []] = admitted.map(warningsOf);
    expect([exempt, ofUser]).toEqual([[], []]);
    expect(checked).toEqual([expect.stringMatching(/^would violate PodSecurity "restricted:latest": /)]);
  }
  const impersonation = { "impersonate-user": "ann", "impersonate-group": "system:masters" };
  await first.request("/api/v1/namespaces/shop/pods", { headers: impersonation, body: pod({}) });
  for (const annotations of [{}, { large: largeText }]) {
    const body = { metadata: { annotations, labels: { "pod-security.kubernetes.io/enforce-version": "v1.0" } } };
    const response = await patch(second, "/api/v1/namespaces/shop?dryRun=All", "merge", body);
    expect(warningsOf(response)).toEqual([
      'existing pods in namespace "shop" violate the new PodSecurity enforce level "baseline:v1.0"',
      "a: host namespaces",
    ]);
  }
});

test("a server with an invalid configuration of PodSecurity does not start", async () => {
  using folder = new TemporaryDirectory();
  const file = join(folder.path, "admission.yaml");
  writeFileSync(file, "kind: AdmissionConfiguration\n");
  await using server = new OrchProcess([
    "apiserver",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
    `--admission-control-config-file=${file}`,
  ]);
  await expect(server.waitUntilReady()).rejects.toThrow(
    `--admission-control-config-file: ${file}: failed to read plugin config: Object 'apiVersion' is missing\n`,
  );
});
