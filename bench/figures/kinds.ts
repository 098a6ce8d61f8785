/**
 * Discovery and the OpenAPI documents, requested from a server that has not built them yet. Measures processor time of
 * all threads instead of elapsed time, because elapsed time also depends on other programs.
 */
import type { Figure, Measurement } from "../figure.ts";
import { sendRequest } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { cpuMs } from "../process.ts";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const laterRequestCount = 200;

const discoveries = [
  { name: "aggregated discovery of all groups", path: "/apis", headers: { accept: aggregated } },
  { name: "the list of groups", path: "/apis", headers: {} },
  { name: "the list of the resources of a version", path: "/api/v1", headers: {} },
] as const;

type Discovery = (typeof discoveries)[number];

/** Measures the first response of each document, and later responses for discovery. */
export const kinds: Figure = {
  name: "kinds",
  title: "discovery and the OpenAPI documents of all kinds",
  async measure(context) {
    const values = new Map<string, number[]>();
    const addValue = (name: string, value: number): void => {
      values.set(name, [...(values.get(name) ?? []), value]);
    };
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`discovery and OpenAPI: run ${run} of ${context.runs}`);
      for (const discovery of discoveries) await measureDiscovery(discovery, addValue);
      await measureDocuments(addValue);
    }
    return [...values].map(([name, measuredValues]) => measurement(name, measuredValues));
  },
};

function measurement(name: string, values: readonly number[]): Measurement {
  const bound = name.includes("OpenAPI") ? 500 : 5;
  return { name, unit: "ms of processor time", better: "less", values, goal: { of: "value", bound } };
}

type AddValue = (name: string, value: number) => void;

/** Measures the first response, and the average of later responses. */
async function measureDiscovery({ name, path, headers }: Discovery, add: AddValue): Promise<void> {
  await using server = await warmServer();
  const getDiscovery = async (): Promise<unknown> => await getText(server, path, headers);
  add(`${name}, first time`, await cpuMsOf(server, getDiscovery));
  const laterMs = await cpuMsOf(server, async () => {
    for (let count = 0; count < laterRequestCount; count++) await getDiscovery();
  });
  add(`${name}, again`, laterMs / laterRequestCount);
}

async function measureDocuments(add: AddValue): Promise<void> {
  await using server = await warmServer();
  const v3 = await cpuMsOf(server, async () => {
    const { paths } = JSON.parse(await getText(server, "/openapi/v3")) as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    for (const { serverRelativeURL } of Object.values(paths)) await getText(server, serverRelativeURL);
  });
  add("all OpenAPI version 3 documents, first time", v3);
  add(
    "the OpenAPI version 2 document after them, first time",
    await cpuMsOf(server, () => getText(server, "/openapi/v2")),
  );
}

/** Starts a server and sends it a few requests, so that neither the TLS handshake nor compiling is measured. */
async function warmServer(): Promise<OrchServer> {
  const server = await startOrch();
  for (let count = 0; count < 5; count++) await getText(server, "/version");
  return server;
}

async function cpuMsOf({ pid }: OrchServer, work: () => Promise<unknown>): Promise<number> {
  const cpuMsBefore = cpuMs(pid);
  await work();
  return cpuMs(pid) - cpuMsBefore;
}

async function getText(
  { target }: OrchServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, body } = await sendRequest(target, { method: "GET", path, headers });
  if (status !== 200) throw new Error(`${path} returned status ${status}, not 200`);
  return body.toString("utf8");
}
