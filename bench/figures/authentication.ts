/** The cost of authentication: tokens that the server has seen before, new tokens, TokenRequest, start, memory. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestsReport } from "../load/job.ts";
import { configMap, createRequest, jsonHeaders, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { commandForCore } from "../process.ts";
import { accountPath, type TokenAlgorithm, TokenMaker, writeKey } from "./account-tokens.ts";
import {
  compareRates,
  type MeasuredSide,
  measureAlternately,
  measurementOf,
  RequestRateSide,
  responsesPerSecond,
  spreadClients,
} from "./rates.ts";
import { startWithTokenSecrets } from "./token-secrets-start.ts";

const path = "/api/v1/namespaces/default/configmaps/settings";
const clients = 128;
const requestClients = 16;
/** Number of tokens in one measurement of new tokens. */
const newTokensCount = 6000;
const cachedTokens = 10_000;
/** Longer than the server keeps a token. */
const forgetMs = 12_000;

/** Measures the methods of authentication that each request pays for. */
export const authentication: Figure = {
  name: "authentication",
  title: "service account tokens: seen before, new, issued, stored and cached",
  async measure(context) {
    return [
      ...(await measureTokens(context, "RS256")),
      ...(await measureTokens(context, "ES256")),
      await tokenMemory(context),
      await startWithTokenSecrets(context),
    ];
  },
};

async function measureTokens(context: FigureContext, algorithm: TokenAlgorithm): Promise<readonly Measurement[]> {
  const dataDir = createDataDir();
  try {
    const key = writeKey(`${dataDir}-key`, algorithm);
    await using server = await startOrch({ dataDir, flags: [`--service-account-signing-key-file=${key}`] });
    await sendRequest(
      server.target,
      createRequest("/api/v1/namespaces/default/configmaps", configMap("settings", 2048)),
    );
    const maker = await TokenMaker.create(server.target, algorithm, key);
    return [
      ...(algorithm === "ES256" ? [await seenToken(context, server, maker)] : []),
      await newTokens(context, algorithm),
      await unseenTokens(context, server, maker, algorithm),
      await tokenRequests(context, server, algorithm),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(`${dataDir}-key`, { recursive: true, force: true });
  }
}

/** Returns the target without the client certificate of the administrator. */
function withoutCertificate({ target: { host, port, ca } }: OrchServer): OrchServer["target"] {
  return { host, port, ca };
}

async function seenToken(context: FigureContext, server: OrchServer, maker: TokenMaker): Promise<Measurement> {
  const name = "get with a service account token seen before";
  const shared = { protocol: "h2", clients, status: 200 } as const;
  const template = { method: "GET", path, headers: {} };
  const [token = ""] = maker.tokens(1);
  const compared = await compareRates(
    context,
    {
      ...shared,
      target: withoutCertificate(server),
      template: { ...template, headers: { authorization: `Bearer ${token}` } },
    },
    { ...shared, target: server.target, template },
    name,
  );
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "the same get with the administrator's certificate" },
    minRatio: 0.9,
  });
}

/** Sends one GET with each of the tokens. */
async function getWithEach(
  { generator }: FigureContext,
  server: OrchServer,
  tokens: readonly string[],
  status = 200,
): Promise<RequestsReport> {
  return await generator.requests({
    target: withoutCertificate(server),
    template: { method: "GET", path, headers: {}, tokens },
    protocol: "h2",
    ...spreadClients("h2", clients),
    status,
    warmUpMs: 0,
    measureMs: 60_000,
    firstNumber: 0,
    endNumber: tokens.length,
  });
}

async function unseenTokens(
  context: FigureContext,
  server: OrchServer,
  maker: TokenMaker,
  algorithm: TokenAlgorithm,
): Promise<Measurement> {
  const name = `get with a new service account token, ${algorithm}`;
  const sendEach = async (): Promise<number> => {
    return responsesPerSecond(await getWithEach(context, server, maker.tokens(newTokensCount)));
  };
  const ours = { warmUp: async () => void (await sendEach()), measure: sendEach };
  const raw = tokenProgram(["check", algorithm, String(clients), String(context.measureMs)]);
  const compared = await measureAlternately(context, name, { ours, raw });
  return {
    name,
    unit: "requests/s",
    better: "more",
    values: compared.ours,
    raw: { name: "signature checks of the library alone", values: compared.raw },
  };
}

/** Authentication without a request around it, in a separate process. */
async function newTokens(context: FigureContext, algorithm: TokenAlgorithm): Promise<Measurement> {
  const name = `authentication of a new token, ${algorithm}`;
  const args = [algorithm, String(clients), String(context.measureMs)];
  const sides = { ours: tokenProgram(["authenticate", ...args]), raw: tokenProgram(["check", ...args]) };
  const compared = await measureAlternately(context, name, sides);
  return {
    name,
    unit: "tokens/s",
    better: "more",
    values: compared.ours,
    raw: { name: "signature checks of the library alone", values: compared.raw },
    goal: { of: "ratio", bound: 0.7 },
  };
}

async function tokenRequests(
  context: FigureContext,
  server: OrchServer,
  algorithm: TokenAlgorithm,
): Promise<Measurement> {
  const name = `TokenRequest, ${requestClients} clients, ${algorithm}`;
  const body = JSON.stringify({ spec: { expirationSeconds: 3600 } });
  const template = { method: "POST", path: `${accountPath}/token`, headers: jsonHeaders, body };
  const rate = { target: server.target, protocol: "h2", clients: requestClients, template, status: 201 } as const;
  const ours = new RequestRateSide(context, rate);
  const raw = tokenProgram(["sign", algorithm, String(requestClients), String(context.measureMs)]);
  const compared = await measureAlternately(context, name, { ours, raw });
  return {
    name,
    unit: "requests/s",
    better: "more",
    values: compared.ours.map(responsesPerSecond),
    raw: { name: "signatures of the library alone", values: compared.raw },
    goal: { of: "ratio", bound: 0.5 },
  };
}

/** Runs `raw/token-signatures.ts`, which prints a rate. */
function tokenProgram(args: readonly string[]): MeasuredSide<number> {
  const program = join(import.meta.dirname, "../raw/token-signatures.ts");
  const [command, ...words] = commandForCore("measured", ["--import", "tsx", program, ...args]);
  return {
    warmUp: async () => undefined,
    measure: async () => Number(execFileSync(command, words, { encoding: "utf8" })),
  };
}

/**
 * Measures what the server keeps for tokens that it has checked. Garbage does not count. Its amount depends on the moment of the last
 * collection, and exceeds the measured memory.
 */
async function tokenMemory(context: FigureContext): Promise<Measurement> {
  const name = `memory of ${cachedTokens.toLocaleString("en-US")} cached tokens`;
  const values: number[] = [];
  const dataDir = createDataDir();
  try {
    const key = writeKey(`${dataDir}-key`, "ES256");
    const flags = [`--service-account-signing-key-file=${key}`];
    await using server = await startOrch({ dataDir, flags, measuresKeptMemory: true });
    const maker = await TokenMaker.create(server.target, "ES256", key);
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      await getWithEach(context, server, maker.tokens(cachedTokens), 404);
      const keptBytes = await server.keptHeapBytes();
      // The next token replaces the forgotten ones.
      await pause(forgetMs);
      await getWithEach(context, server, maker.tokens(1), 404);
      values.push((keptBytes - (await server.keptHeapBytes())) / 1e6);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(`${dataDir}-key`, { recursive: true, force: true });
  }
  return { name, unit: "MB", better: "less", values, goal: { of: "value", bound: 10 } };
}
