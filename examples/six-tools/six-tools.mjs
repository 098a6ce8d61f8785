/**
 * Six tools change one Deployment at the same time: client-side kubectl apply, server-side kubectl apply, the official
 * TypeScript client, an autoscaler, a controller, and a JSON patch. Each one writes several times, and no change is
 * lost. Then a seventh tool applies fields of the others. Prints the Deployment with the owners of its fields, and the
 * error of the seventh tool.
 *
 * It needs kubectl on the PATH and `@kubernetes/client-node`. Run it with `node examples/six-tools/six-tools.mjs`.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppsV1Api, KubeConfig } from "@kubernetes/client-node";
import { ManualClock, startServer } from "orch/server";

const rounds = 5;
const namespace = "default";
const name = "web";
const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
const now = "2025-01-01T00:00:00Z";
const deployment = { apiVersion: "apps/v1", kind: "Deployment" };

const server = await startServer({ vocabulary: "kubernetes", port: 0, clock: new ManualClock() });
const directory = await mkdtemp(join(tmpdir(), "six-tools-"));
const kubeconfig = join(directory, "kubeconfig");
await writeFile(kubeconfig, server.kubeconfig);

/** Runs kubectl with an object on its standard input. */
function kubectl(args, object) {
  const connection = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${join(directory, "cache")}`];
  return new Promise((resolve) => {
    const child = execFile("kubectl", [...connection, ...args], (error, stdout, stderr) =>
      resolve({ error, stdout, stderr }),
    );
    child.stdin.end(JSON.stringify(object));
  });
}

async function kubectlOrThrow(args, object) {
  const { error } = await kubectl(args, object);
  if (error) throw error;
}

/** Reads, changes and writes an object, and repeats this after conflicts. @param change changes the object in place */
async function readAndReplace(target, headers, change) {
  for (;;) {
    const object = await (await server.request(target)).json();
    change(object);
    const { status } = await server.request(target, { method: "PUT", headers, body: object });
    if (status === 200) return;
    if (status !== 409) throw new Error(`${target} was not written: ${status}`);
  }
}

/** Returns the manifest of both kubectl tools. It does not contain the number of replicas. */
const manifest = (round) => ({
  ...deployment,
  metadata: { name, labels: { app: name } },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "web", image: `shop/web:${round}` }] },
    },
  },
});

/** Client-side apply, which stores the manifest in an annotation. */
const applyByAnnotation = (round) => kubectlOrThrow(["apply", "-f", "-"], manifest(round));
/** Server-side apply. kubectl takes over the fields that were applied client-side. */
const applyOnServer = (round) => kubectlOrThrow(["apply", "--server-side", "-f", "-"], manifest(round));

const config = new KubeConfig();
config.loadFromString(server.kubeconfig);
const apps = config.makeApiClient(AppsV1Api);

/** Reads the whole object and replaces it. */
async function replaceByClient(round) {
  for (;;) {
    const body = await apps.readNamespacedDeployment({ namespace, name });
    body.metadata.annotations = { ...body.metadata.annotations, "shop/build": `build-${round}` };
    body.spec.minReadySeconds = round;
    try {
      await apps.replaceNamespacedDeployment({ namespace, name, body, fieldManager: "builder" });
      return;
    } catch (error) {
      if (error.code !== 409) throw error;
    }
  }
}

const autoscale = (round) =>
  readAndReplace(`${path}/scale`, { "user-agent": "autoscaler/1.0" }, (scale) => {
    scale.spec.replicas = 2 + round;
  });

const reportStatus = (round) =>
  readAndReplace(`${path}/status`, { "user-agent": "deployment-controller/1.0" }, (object) => {
    object.status = {
      observedGeneration: object.metadata.generation,
      replicas: round,
      conditions: [{ type: "Available", status: "False", lastUpdateTime: now, lastTransitionTime: now }],
    };
  });

async function patchGracePeriod(round) {
  const headers = { "content-type": "application/json-patch+json" };
  const body = [
    { op: "test", path: "/metadata/name", value: name },
    { op: "replace", path: "/spec/template/spec/terminationGracePeriodSeconds", value: 60 + round },
  ];
  const { status } = await server.request(`${path}?fieldManager=hotfix`, { method: "PATCH", headers, body });
  if (status !== 200) throw new Error(`the patch failed: ${status}`);
}

const tools = [applyByAnnotation, applyOnServer, replaceByClient, autoscale, reportStatus, patchGracePeriod];

try {
  await applyByAnnotation(0);
  // The annotation of the client exists from the start, so that no order of writes makes the client the owner of the whole map.
  await replaceByClient(0);
  for (let round = 1; round <= rounds; round++) await Promise.all(tools.map((tool) => tool(round)));
  // Which of the two applies was the last one in the rounds is random. Here it is always the client-side one.
  await applyOnServer(rounds + 1);
  await applyByAnnotation(rounds + 2);
  const { error, stderr } = await kubectl(["apply", "--server-side", "--field-manager=seventh", "-f", "-"], {
    ...deployment,
    metadata: { name },
    spec: { replicas: 1, minReadySeconds: rounds },
  });
  const refused = error ? stderr.split("\n")[0] : "";
  const object = await (await server.request(path)).json();
  process.stdout.write(`${JSON.stringify({ object, refused }, undefined, 2)}\n`);
} finally {
  await server.close();
  await rm(directory, { recursive: true, force: true });
}
