/** The cost of admission: creates with plugins, policies, webhooks, levels of security and quotas, and without them. */
import { defaultPlugins } from "../../../src/app/config/admission-plugins.ts";
import { type Figure, type FigureContext, type Measurement, median } from "../../figure.ts";
import type { RequestTemplate } from "../../load/connection.ts";
import { configMap, createRequest, jsonHeaders, pod, sendRequest } from "../../objects.ts";
import { type OrchServer, startOrch } from "../../orch-server.ts";
import { startRawService } from "../../raw/start-service.ts";
import { type ComparedRates, compareRates, measurementOf, type RequestLoad, responsesPerSecond } from "../rates.ts";
import { createNamespace, createPolicy, createQuota, createWebhook } from "./configurations.ts";

const clients = 16;
const quotaClients = 256;
const unit = "creates/s";

/** Measures creates with and without the parts of admission. */
export const admission: Figure = {
  name: "admission",
  title: "creates with admission plugins, policies, webhooks, levels of security and quotas",
  async measure(context) {
    return [
      await withDefaultPlugins(context),
      await withPolicies(context),
      await withoutMatches(context),
      await withWebhook(context),
      await withRestrictedPods(context),
      await withQuota(context),
    ];
  },
};

function mapsIn(namespace: string): RequestTemplate {
  return createRequest(`/api/v1/namespaces/${namespace}/configmaps`, configMap("m-########", 1024));
}

function loadOf({ target }: OrchServer, template: RequestTemplate = mapsIn("default"), count = clients): RequestLoad {
  return { target, protocol: "h2", clients: count, template, status: 201 };
}

/** Measures two loads alternately. Each has its own counter of names. */
async function compare(
  context: FigureContext,
  { name, ours, raw, rawName, minRatio }: ComparedLoads,
): Promise<Measurement> {
  const compared = await compareRates(context, ours, raw, name);
  return measurementOf(compared, { name, unit, raw: { name: rawName }, minRatio });
}

interface ComparedLoads {
  readonly name: string;
  readonly ours: RequestLoad;
  readonly raw: RequestLoad;
  readonly rawName: string;
  readonly minRatio: number;
}

async function withDefaultPlugins(context: FigureContext): Promise<Measurement> {
  await using on = await startOrch();
  await using off = await startOrch({ flags: [`--disable-admission-plugins=${[...defaultPlugins].join(",")}`] });
  return await compare(context, {
    name: "create with the default plugins",
    ours: loadOf(on),
    raw: loadOf(off),
    rawName: "the same without plugins",
    minRatio: 0.95,
  });
}

async function withPolicies(context: FigureContext): Promise<Measurement> {
  await using server = await startOrch();
  await using plain = await startOrch();
  for (let index = 0; index < 10; index++) await createPolicy(server, `policy-${index}`, "configmaps");
  return await compare(context, {
    name: "create with 10 policies of 3 expressions",
    ours: loadOf(server),
    raw: loadOf(plain),
    rawName: "the same without policies",
    minRatio: 0.7,
  });
}

async function withoutMatches(context: FigureContext): Promise<Measurement> {
  await using server = await startOrch();
  await using plain = await startOrch();
  const clientConfig = { url: "https://127.0.0.1:1/" };
  for (let index = 0; index < 100; index++) {
    await createPolicy(server, `policy-${index}`, "secrets");
    const phase = index % 2 === 0 ? "mutating" : "validating";
    await createWebhook(server, phase, `webhook-${index}`, { resource: "secrets", clientConfig });
  }
  return await compare(context, {
    name: "create with 100 policies and 100 webhooks that do not match",
    ours: loadOf(server),
    raw: loadOf(plain),
    rawName: "the same without them",
    minRatio: 0.9,
  });
}

/** The slower of the webhook alone and of creates without it is the limit. */
async function withWebhook(context: FigureContext): Promise<Measurement> {
  await using plain = await startOrch();
  await using server = await startOrch();
  await using service = await startRawService("admission-service.ts", server.dataDir, server.target.ca);
  const caBundle = Buffer.from(service.target.ca).toString("base64");
  const clientConfig = { url: `https://127.0.0.1:${service.target.port}/`, caBundle };
  await createWebhook(server, "mutating", "label", { resource: "configmaps", clientConfig });
  const name = "create through a webhook that adds a label";
  const review: RequestTemplate = { method: "POST", path: "/", headers: jsonHeaders, body: reviewText() };
  const alone = { target: service.target, protocol: "h1", clients, template: review, status: 200 } as const;
  const withCreates = await compareRates(context, loadOf(server), loadOf(plain), name);
  const firstNumber = withCreates.ours.at(-1)?.nextNumber;
  const withCalls = await compareRates(context, loadOf(server), alone, `${name}: beside calls alone`, firstNumber);
  const rateOf = ({ raw }: ComparedRates): number => median(raw.map(responsesPerSecond));
  const isWebhookSlower = rateOf(withCalls) < rateOf(withCreates);
  return measurementOf(isWebhookSlower ? withCalls : withCreates, {
    name,
    unit,
    raw: { name: isWebhookSlower ? "the webhook alone" : "creates without the webhook" },
    minRatio: 0.6,
  });
}

/** Returns a review of about the size that the server sends. */
function reviewText(): string {
  const object = configMap("m-00000001", 1024);
  const resource = { group: "", version: "v1", resource: "configmaps" };
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const request = { uid: "f0b1c5a2-5a0e-4a3c-9d58-0d4d0c2b1a11", kind, resource, operation: "CREATE", object };
  return JSON.stringify({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request });
}

async function withRestrictedPods(context: FigureContext): Promise<Measurement> {
  await using server = await startOrch();
  await using plain = await startOrch();
  await createNamespace(server, "shop", { "pod-security.kubernetes.io/enforce": "restricted" });
  await createNamespace(plain, "shop");
  const template = createRequest("/api/v1/namespaces/shop/pods", restrictedPod());
  return await compare(context, {
    name: "create of Pods of 3 KB at the level restricted",
    ours: loadOf(server, template),
    raw: loadOf(plain, template),
    rawName: "the same at the level privileged",
    minRatio: 0.95,
  });
}

/** Returns a Pod that the level `restricted` allows. */
function restrictedPod(): object {
  const { spec, ...others } = pod("p-########") as { readonly spec: { readonly containers: readonly object[] } };
  const securityContext = {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    capabilities: { drop: ["ALL"] },
    seccompProfile: { type: "RuntimeDefault" },
  };
  const containers = spec.containers.map((container) => ({ ...container, securityContext }));
  return { ...others, spec: { ...spec, containers } };
}

async function withQuota(context: FigureContext): Promise<Measurement> {
  const flags = ["--max-mutating-requests-inflight=0"];
  await using server = await startOrch({ flags });
  await using plain = await startOrch({ flags });
  for (const one of [server, plain]) await createNamespace(one, "shop");
  await createQuota(server, "shop", { "count/configmaps": "1000000000" });
  const measurement = await compare(context, {
    name: `create in a namespace with a quota, ${quotaClients} clients`,
    ours: loadOf(server, mapsIn("shop"), quotaClients),
    raw: loadOf(plain, mapsIn("shop"), quotaClients),
    rawName: "the same without a quota",
    minRatio: 0.5,
  });
  await expectExactUse(server);
  return measurement;
}

/** Checks that the quota has counted every object. */
async function expectExactUse({ target }: OrchServer): Promise<void> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await sendRequest(target, { method: "GET", path, headers: {} })).body.toString("utf8"));
  const path = "/api/v1/namespaces/shop";
  const quota = (await read(`${path}/resourcequotas/limits`)) as { status: { used: Record<string, string> } };
  const list = (await read(`${path}/configmaps?limit=1`)) as {
    items: unknown[];
    metadata: { remainingItemCount?: number };
  };
  const count = list.items.length + (list.metadata.remainingItemCount ?? 0);
  const used = Number(quota.status.used["count/configmaps"]);
  // A create that fails after it was counted stays counted until a controller measures the use again.
  if (used < count) throw new Error(`a quota has counted ${used} of ${count} objects`);
}
