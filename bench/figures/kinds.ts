/**
 * Discovery and the OpenAPI documents, requested from a server that has not built them yet. Measures processor time of
 * all threads instead of elapsed time, because elapsed time also depends on other programs.
 */
import type { Figure, Measurement } from "../figure.ts";
import { ask } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { cpuMs } from "../process.ts";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const furtherRequests = 200;

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
    const add = (name: string, value: number): void => {
      values.set(name, [...(values.get(name) ?? []), value]);
    };
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`what describes all kinds: run ${run} of ${context.runs}`);
      for (const discovery of discoveries) await measureDiscovery(discovery, add);
      await measureDocuments(add);
    }
    return [...values].map(([name, of]) => measurement(name, of));
  },
};

function measurement(name: string, values: readonly number[]): Measurement {
  const bound = name.includes("OpenAPI") ? 500 : 5;
  return { name, unit: "ms of processor time", better: "less", values, goal: { of: "value", bound } };
}

type Add = (name: string, value: number) => void;

/** Measures the first response, and the average of later responses. */
async function measureDiscovery({ name, path, headers }: Discovery, add: Add): Promise<void> {
  await using server = await warmServer();
  const askIt = async (): Promise<unknown> => await askOk(server, path, headers);
  add(`${name}, first time`, await cpuMsOf(server, askIt));
  const again = await cpuMsOf(server, async () => {
    for (let count = 0; count < furtherRequests; count++) await askIt();
  });
  add(`${name}, again`, again / furtherRequests);
}

async function measureDocuments(add: Add): Promise<void> {
  await using server = await warmServer();
  const v3 = await cpuMsOf(server, async () => {
    const { paths } = JSON.parse(await askOk(server, "/openapi/v3")) as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    for (const { serverRelativeURL } of Object.values(paths)) await askOk(server, serverRelativeURL);
  });
  add("all OpenAPI version 3 documents, first time", v3);
  add(
    "the OpenAPI version 2 document after them, first time",
    await cpuMsOf(server, () => askOk(server, "/openapi/v2")),
  );
}

/** Starts a server and sends it a few requests, so that neither the TLS handshake nor compiling is measured. */
async function warmServer(): Promise<OrchServer> {
  const server = await startOrch();
  for (let count = 0; count < 5; count++) await askOk(server, "/version");
  return server;
}

async function cpuMsOf({ pid }: OrchServer, work: () => Promise<unknown>): Promise<number> {
  const begun = cpuMs(pid);
  await work();
  return cpuMs(pid) - begun;
}

async function askOk(
  { target }: OrchServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, body } = await ask(target, { method: "GET", path, headers });
  if (status !== 200) throw new Error(`${path} is answered with ${status}`);
  return body.toString("utf8");
}
