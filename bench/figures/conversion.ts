/**
 * A list of 10,000 custom objects in a version that a webhook converts, compared with the webhook called alone with the same bytes.
 */
import { rmSync } from "node:fs";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { LoadTarget } from "../load/job.ts";
import { createNumberedObjects, createRequest, jsonHeaders, sendRequest, type WholeResponse } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { cpuMs } from "../process.ts";
import { type RawService, startRawService } from "../raw/start-service.ts";
import { createDefinition, untilServed } from "./custom-types/create-type.ts";
import { definitionsPath } from "./custom-types/definitions.ts";

const objectCount = 10_000;
const warmUps = 2;
/** Objects in one request of the server. */
const perReview = 500;
const group = "conversion.example.com";
const collectionOf = (version: string): string => `/apis/${group}/${version}/namespaces/default/things`;
const spec = { text: "x".repeat(600), size: 3 };

/** Measures the first list in the other version. The server keeps the results until the definition names another webhook. */
export const conversion: Figure = {
  name: "conversion",
  title: "list of 10,000 custom objects that a webhook converts",
  async measure(context) {
    const dataDir = createDataDir();
    try {
      return await measureLists(context, dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureLists(context: FigureContext, dataDir: string): Promise<Measurement[]> {
  // The first start creates the certificate, which the service also uses.
  const { ca } = await targetOf(dataDir);
  await using service = await startRawService("conversion-service.ts", dataDir, ca);
  await fill(context, dataDir, service);
  const values: number[] = [];
  const raw: number[] = [];
  const serverCpu: number[] = [];
  await using server = await startOrch({ dataDir });
  // The first runs compile the code of both programs.
  for (let run = 1 - warmUps; run <= context.runs; run++) {
    context.progress(
      `conversion of ${objectCount} objects: ${run <= 0 ? "warming up" : `run ${run} of ${context.runs}`}`,
    );
    await nameWebhook(server, `https://127.0.0.1:${service.target.port}/convert/${run}`);
    const reviews = await reviewsOf(server);
    const rawMs = await elapsedMs(async () => {
      for (const review of reviews) await post(service.target, review);
    });
    const cpuBefore = cpuMs(server.pid);
    let list: WholeResponse | undefined;
    const listMs = await elapsedMs(async () => {
      list = await sendRequest(server.target, { method: "GET", path: collectionOf("v2"), headers: {} });
    });
    expectConverted(list);
    if (run <= 0) continue;
    raw.push(rawMs);
    values.push(listMs);
    serverCpu.push(cpuMs(server.pid) - cpuBefore);
  }
  const name = "list of 10,000 objects of 1 KB, converted by a webhook";
  return [
    {
      name,
      unit: "ms",
      better: "less",
      values,
      raw: { name: "the webhook alone, with the same bytes", values: raw },
      goal: { of: "ratio", bound: 1.5 },
    },
    { name: `${name}: processor time of the server`, unit: "ms", better: "less", values: serverCpu },
  ];
}

async function targetOf(dataDir: string): Promise<LoadTarget> {
  await using server = await startOrch({ dataDir });
  return server.target;
}

async function fill(context: FigureContext, dataDir: string, { target }: RawService): Promise<void> {
  context.progress(`conversion: creating ${objectCount} objects`);
  await using server = await startOrch({ dataDir });
  const properties = { text: { type: "string" }, size: { type: "integer" } };
  const schema = { type: "object", properties: { spec: { type: "object", properties } } };
  const version = (name: string, storage: boolean): object => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: schema },
  });
  const clientConfig = {
    url: `https://127.0.0.1:${target.port}/convert`,
    caBundle: Buffer.from(target.ca).toString("base64"),
  };
  await createDefinition(server, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", singular: "thing", kind: "Thing" },
      conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } },
      versions: [version("v1", true), version("v2", false)],
    },
  });
  await untilServed(server, collectionOf("v1"));
  const object = { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "t-######" }, spec };
  await createNumberedObjects(context, server.target, createRequest(collectionOf("v1"), object), objectCount);
}

/** Lets the definition name another URL of the webhook, so that the results of earlier conversions no longer count. */
async function nameWebhook({ target }: OrchServer, url: string): Promise<void> {
  const { status } = await sendRequest(target, {
    method: "PATCH",
    path: `${definitionsPath}/things.${group}`,
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ spec: { conversion: { webhook: { clientConfig: { url } } } } }),
  });
  if (status !== 200) throw new Error(`a patch of the definition was answered with ${status}`);
}

/** Returns the reviews of the stored objects, in the form in which the server sends them. */
async function reviewsOf({ target }: OrchServer): Promise<readonly string[]> {
  const { body } = await sendRequest(target, { method: "GET", path: collectionOf("v1"), headers: {} });
  const { items } = JSON.parse(body.toString("utf8")) as { items: object[] };
  const reviews: string[] = [];
  for (let first = 0; first < items.length; first += perReview) {
    const objects = items.slice(first, first + perReview);
    const request = { uid: "f0b1c5a2-5a0e-4a3c-9d58-0d4d0c2b1a11", desiredAPIVersion: `${group}/v2`, objects };
    const response = { uid: "", convertedObjects: null, result: { metadata: {} } };
    reviews.push(
      JSON.stringify({ kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request, response }),
    );
  }
  return reviews;
}

async function post(target: LoadTarget, body: string): Promise<void> {
  const { status } = await sendRequest(target, { method: "POST", path: "/convert", headers: jsonHeaders, body });
  if (status !== 200) throw new Error(`the webhook answered with ${status}`);
}

/** Checks that the list has all objects in the other version. */
function expectConverted(list: WholeResponse | undefined): void {
  const text = list?.body.toString("utf8") ?? "";
  const { items = [] } = JSON.parse(text) as { items?: { apiVersion: string }[] };
  const converted = items.filter(({ apiVersion }) => apiVersion === `${group}/v2`);
  if (list?.status === 200 && converted.length === objectCount) return;
  throw new Error(`a list was answered with ${list?.status} and ${converted.length} objects: ${text.slice(0, 500)}`);
}

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
