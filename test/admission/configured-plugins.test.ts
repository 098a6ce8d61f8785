/** Plugins that are configured by a file: limits of Events, node selectors, tolerations, and the webhook about images. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { type ReviewWebhook, startReviewWebhook } from "../support/review-webhook.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, patch } from "../support/writes.ts";

const pods = "/api/v1/namespaces/default/pods";
const events = "/api/v1/namespaces/default/events";

/** The ImageReview of a request. */
interface ImageReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: { readonly containers: readonly { readonly image: string }[] };
}

/** Writes the file of plugins. Returns the flags that name and enable them. */
function flagsFor(folder: string, plugins: Readonly<Record<string, object>>, domain = "orch.io"): readonly string[] {
  const path = join(folder, "admission.json");
  const listed = Object.entries(plugins).map(([name, configuration]) => ({ name, configuration }));
  const apiVersion = `apiserver.config.${domain}/v1`;
  writeFileSync(path, JSON.stringify({ apiVersion, kind: "AdmissionConfiguration", plugins: listed }));
  return [`--admission-control-config-file=${path}`, `--enable-admission-plugins=${Object.keys(plugins).join(",")}`];
}

function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: "c", image: "good" }], ...spec } };
}

function event(name: string): object {
  return { metadata: { name }, involvedObject: { kind: "Pod", namespace: "default", name: "a" }, source: {} };
}

/** Starts a server with these plugins. */
async function startWith(folder: TemporaryDirectory, plugins: Readonly<Record<string, object>>): Promise<TestServer> {
  return await startTestServer({ flags: flagsFor(folder.path, plugins) });
}

test("requests with Events are rejected beyond the limits of EventRateLimit, until time has passed", async () => {
  using folder = new TemporaryDirectory();
  const configuration = {
    apiVersion: "eventratelimit.admission.orch.io/v1alpha1",
    kind: "Configuration",
    limits: [
      { type: "Namespace", qps: 1, burst: 2 },
      { type: "User", qps: 1, burst: 3 },
    ],
  };
  await using running = await startWith(folder, { EventRateLimit: configuration });
  const { client, clock } = running;
  const send = async (name: string, namespace = "default") =>
    await client.request(`/api/v1/namespaces/${namespace}/events`, {
      body: { ...event(name), involvedObject: { kind: "Pod", namespace, name: "a" } },
    });
  await createObject(client, "/api/v1/namespaces", { metadata: { name: "other" } });
  expect([(await send("a")).status, (await send("b")).status]).toEqual([201, 201]);
  const rejected = await send("c");
  expect([rejected.status, rejected.json.reason, rejected.json.message, rejected.headers["retry-after"]]).toEqual([
    429,
    "TooManyRequests",
    "Too many requests: limit reached on type Namespace for key default",
    undefined,
  ]);
  const user = "User for key orch-admin";
  const byUser = await send("d", "other");
  expect([byUser.status, byUser.json.message]).toEqual([429, `Too many requests: limit reached on type ${user}`]);
  await clock.advance(1000);
  expect((await patch(client, `${events}/a`, "merge", { message: "changed" })).status).toBe(200);
  expect((await patch(client, `${events}/a`, "merge", { message: "again" })).status).toBe(429);
  expect((await client.request(`${events}/a`, { method: "DELETE" })).status).toBe(200);
});

test("Pods get the node selectors and tolerations of the configuration", async () => {
  using folder = new TemporaryDirectory();
  await using running = await startWith(folder, {
    PodNodeSelector: { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: "disk=ssd", default: "disk=ssd" } },
    PodTolerationRestriction: {
      apiVersion: "podtolerationrestriction.admission.orch.io/v1alpha1",
      kind: "Configuration",
      default: [{ key: "a", operator: "Exists" }],
      whitelist: [{ key: "a", operator: "Exists" }],
    },
  });
  const { client } = running;
  const { spec } = await createObject(client, pods, pod("a"));
  expect([spec.nodeSelector, spec.tolerations]).toEqual([{ disk: "ssd" }, [{ key: "a", operator: "Exists" }]]);
  const selecting = await client.request(pods, { body: pod("b", { nodeSelector: { zone: "a" } }) });
  expect([selecting.status, selecting.json.message]).toEqual([
    403,
    'pods "b" is forbidden: pod node label selector labels conflict with its namespace whitelist',
  ]);
  const tolerating = await client.request(pods, {
    body: pod("b", { tolerations: [{ key: "b", operator: "Exists" }] }),
  });
  expect([tolerating.status, tolerating.json.message]).toEqual([
    500,
    "pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist",
  ]);
});

/** Denies images whose names begin with `bad`. */
async function startImageWebhook(): Promise<ReviewWebhook<ImageReview>> {
  return await startReviewWebhook<ImageReview>(({ apiVersion, kind, spec }) => {
    const bad = spec.containers.filter(({ image }) => image.startsWith("bad")).map(({ image }) => image);
    if (bad.includes("bad-code")) return { status: 404, body: "" };
    const status = { allowed: bad.length === 0, reason: bad.join() };
    return { body: JSON.stringify({ apiVersion, kind, status }) };
  });
}

function imagePolicy(kubeConfigFile: string, parts: object = {}): object {
  return { imagePolicy: { kubeConfigFile, allowTTL: 60, denyTTL: 10, retryBackoff: 1, ...parts } };
}

test("a webhook decides about the images of new and updated Pods, and ephemeral containers", async () => {
  using folder = new TemporaryDirectory();
  await using webhook = await startImageWebhook();
  await using running = await startWith(folder, { ImagePolicyWebhook: imagePolicy(webhook.writeConfig()) });
  const { client, clock } = running;
  await createObject(client, pods, pod("a"));
  const [review] = webhook.received;
  expect([review?.method, review?.url, review?.clientName]).toEqual(["POST", "/review?timeout=30s", "api-server"]);
  expect(review?.body).toEqual({
    kind: "ImageReview",
    apiVersion: "imagepolicy.orch.io/v1alpha1",
    metadata: { creationTimestamp: null },
    spec: { containers: [{ image: "good" }], namespace: "default" },
    status: { allowed: false },
  });
  const changed = { spec: { containers: [{ name: "c", image: "bad-1" }] } };
  const updated = await patch(client, `${pods}/a`, "strategic", changed);
  expect([updated.status, updated.json.message]).toEqual([
    403,
    'pods "a" is forbidden: image policy webhook backend denied one or more images: bad-1',
  ]);
  const ephemeral = { spec: { ephemeralContainers: [{ name: "e", image: "bad-2" }] } };
  expect((await patch(client, `${pods}/a/ephemeralcontainers`, "strategic", ephemeral)).status).toBe(403);
  expect(webhook.received).toHaveLength(3);
  // The decisions are known now.
  await patch(client, `${pods}/a`, "strategic", changed);
  await createObject(client, pods, pod("b"));
  expect(webhook.received).toHaveLength(3);
  await clock.advance(10_000);
  await patch(client, `${pods}/a`, "strategic", changed);
  await createObject(client, pods, pod("c"));
  expect(webhook.received).toHaveLength(4);
});

test.each([
  [false, 403, 'pods "a" is forbidden: the server could not find the requested resource'],
  [true, 201, undefined],
])("with defaultAllow %s, a failure of the webhook has the status %i", async (defaultAllow, status, message) => {
  using folder = new TemporaryDirectory();
  await using webhook = await startImageWebhook();
  const policy = imagePolicy(webhook.writeConfig(), { defaultAllow });
  await using running = await startWith(folder, { ImagePolicyWebhook: policy });
  const body = pod("a", { containers: [{ name: "c", image: "bad-code" }] });
  const response = await running.client.request(pods, { body });
  expect([response.status, response.json.message]).toEqual([status, message]);
});

test("all processes and the second thread of a server ask the webhook about images", async () => {
  await buildProgram();
  using folder = new TemporaryDirectory();
  await using webhook = await startImageWebhook();
  await using server = new OrchProcess([
    "apiserver",
    "--vocabulary=kubernetes",
    "--workers=2",
    "--disable-admission-plugins=ServiceAccount",
    "--secure-port=0",
    `--data-dir=${join(folder.path, "data")}`,
    ...flagsFor(folder.path, { ImagePolicyWebhook: imagePolicy(webhook.writeConfig()) }, "k8s.io"),
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
  // The main process passes each connection to the process with the fewest, so these reach both processes.
  await using first = clientOf(kubeconfig);
  await using second = clientOf(kubeconfig);
  for (const client of [first, second]) {
    for (const text of ["", "x".repeat(100_000)]) {
      const body = {
        metadata: { name: "a", annotations: { text } },
        spec: { containers: [{ name: "c", image: "bad" }] },
      };
      const { status, json } = await client.request(pods, { body });
      expect([status, json.message]).toEqual([
        403,
        'pods "a" is forbidden: image policy webhook backend denied one or more images: bad',
      ]);
    }
  }
}, 120_000);

test.each([
  ["EventRateLimit", 'couldn\'t init admission plugin "EventRateLimit": limits: Invalid value:'],
  ["ImagePolicyWebhook", 'couldn\'t init admission plugin "ImagePolicyWebhook": no config specified'],
])("a server with the plugin %s and no configuration does not start", async (plugin, message) => {
  await expect(startTestServer({ flags: [`--enable-admission-plugins=${plugin}`] })).rejects.toThrow(message);
});
