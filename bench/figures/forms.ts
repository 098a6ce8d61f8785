/** Lists of 10,000 Pods as a Table and as metadata: the first request, and later requests that use cached rows. */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { createNumberedObjects, createRequest, pod, sendRequest } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { study } from "../study.ts";
import { compareRates, measurementOf } from "./rates.ts";

const objectCount = 10_000;
const path = "/api/v1/namespaces/default/pods";

const forms = [
  { name: "Table of 10,000 Pods", accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  { name: "metadata of 10,000 Pods", accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" },
] as const;

type Form = (typeof forms)[number];

/** Measures the first list of each form, and the rate of later lists. */
export const formsOfLists: Figure = {
  name: "forms",
  title: "lists as Tables and as metadata",
  async measure(context) {
    const firstMs: number[][] = forms.map(() => []);
    const parseDurationsMs: number[] = [];
    const measurements: Measurement[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`first lists as Tables and as metadata: run ${run} of ${context.runs}`);
      await using server = await startOrch();
      await createNumberedObjects(context, server.target, createRequest(path, pod("p-######")), objectCount);
      const { body } = await sendRequest(server.target, { method: "GET", path, headers: {} });
      parseDurationsMs.push(parseItemsMs(body));
      for (const [index, { accept }] of forms.entries()) firstMs[index]?.push(await listMs(server, accept));
      if (run === context.runs) {
        for (const form of forms) measurements.push(await measureLaterLists(context, server, form));
      }
    }
    for (const [index, { name }] of forms.entries()) {
      measurements.push({
        name: `${name}, first time`,
        unit: "ms",
        better: "less",
        values: firstMs[index] ?? [],
        raw: { name: "parsing the same bytes", values: parseDurationsMs, study: study.parsePods },
        goal: { of: "ratio", bound: 2 },
      });
    }
    return measurements;
  },
};

async function measureLaterLists(
  context: FigureContext,
  server: OrchServer,
  { name, accept }: Form,
): Promise<Measurement> {
  const shared = { target: server.target, protocol: "h2", clients: 1, status: 200 } as const;
  const compared = await compareRates(
    context,
    { ...shared, template: { method: "GET", path, headers: { accept } } },
    { ...shared, template: { method: "GET", path, headers: {} } },
    name,
  );
  return measurementOf(compared, {
    name: `${name}, again`,
    unit: "lists/s",
    raw: { name: "the list in JSON" },
    minRatio: 0.4,
  });
}

async function listMs({ target }: OrchServer, accept: string): Promise<number> {
  const startMs = performance.now();
  const { status } = await sendRequest(target, { method: "GET", path, headers: { accept } });
  if (status !== 200) throw new Error(`a list as ${accept} returned status ${status}, not 200`);
  return performance.now() - startMs;
}

/** Parses item by item, because a server that converts the items also parses each of them. */
function parseItemsMs(body: Buffer): number {
  const { items } = JSON.parse(body.toString("utf8")) as { items: unknown[] };
  const texts = items.map((item) => Buffer.from(JSON.stringify(item)));
  const startMs = performance.now();
  for (const text of texts) JSON.parse(text.toString("utf8"));
  return performance.now() - startMs;
}
