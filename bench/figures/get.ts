/** Rate of GETs of one object of 2 KB. */
import { gunzipSync } from "node:zlib";
import { BareServer } from "../bare-server.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { configMap, createRequest, sendRequest } from "../objects.ts";
import { type OrchServer, servingKeyPair, startOrch } from "../orch-server.ts";
import { study } from "../study.ts";
import { compareRates, measurementOf } from "./rates.ts";

const path = "/api/v1/namespaces/default/configmaps/settings";
const clients = { h1: 32, h2: 128 } as const;

const variants = [
  { name: "get HTTP/2", protocol: "h2", headers: {}, limit: study.getH2 },
  { name: "get HTTP/1.1", protocol: "h1", headers: {}, limit: study.getH1 },
  { name: "get HTTP/2, gzip", protocol: "h2", headers: { "accept-encoding": "gzip" }, limit: undefined },
] as const;

type Variant = (typeof variants)[number];

/** Measures GETs over HTTP/2 and HTTP/1.1, and with gzip. */
export const get: Figure = {
  name: "get",
  title: "GET of one object of 2 KB over TLS",
  async measure(context) {
    await using server = await startOrch();
    await sendRequest(
      server.target,
      createRequest("/api/v1/namespaces/default/configmaps", configMap("settings", 2048)),
    );
    const measurements: Measurement[] = [];
    for (const variant of variants) measurements.push(await measureVariant(context, server, variant));
    return measurements;
  },
};

async function measureVariant(context: FigureContext, server: OrchServer, variant: Variant): Promise<Measurement> {
  const { name, protocol, headers, limit } = variant;
  const template = { method: "GET", path, headers };
  const answer = await sendRequest(server.target, template);
  const encoding = String(answer.headers["content-encoding"] ?? "");
  if (encoding === "gzip") gunzipSync(answer.body);
  const serving = { ...servingKeyPair(server.dataDir), ca: server.target.ca };
  await using bare = await BareServer.start(serving, { body: answer.body, encoding });
  const shared = { protocol, clients: clients[protocol], status: 200 };
  const compared = await compareRates(
    context,
    { ...shared, target: server.target, template },
    { ...shared, target: bare.target, template: { ...template, path: "/get" } },
    name,
  );
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "the same bytes from a bare server", ...(limit && { study: limit }) },
    minRatio: 0.5,
  });
}
