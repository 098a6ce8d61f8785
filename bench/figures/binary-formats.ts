/** Gets, lists and creates of Pods in protobuf and in CBOR, compared with the same in JSON. */
import { pod as podKind } from "../../src/api/index.ts";
import { encodeCbor, encodeProtobuf } from "../../src/codec/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { structInVocabulary } from "../../src/schema/index.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { LoadTarget } from "../load/job.ts";
import { createNumberedObjects, createRequest, pod, sendRequest } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { compareRates, measurementOf } from "./rates.ts";

const objectCount = 10_000;
/** Two sets of objects, because a list also keeps the contents of objects for gets. */
const gotten = "/api/v1/namespaces/default/pods";
const listed = "/api/v1/namespaces/listed/pods";
const json = { name: "the same in JSON" };
const goals = { again: 0.9, first: 0.3, create: 0.8 } as const;

/** A binary format, and the flags of a server that has it. */
interface Format {
  readonly name: string;
  readonly mediaType: string;
  readonly flags: readonly string[];
  readonly encode: (object: { kind: string; apiVersion: string }) => Buffer;
}

const podSchema = structInVocabulary(podKind.schema, vocabularies.orch);

/** Reads of objects whose protobuf is not kept yet, reads of those whose protobuf is, and creates. */
export const protobufRequests: Figure = figureOf({
  name: "protobuf",
  mediaType: "application/vnd.orch.protobuf",
  flags: [],
  encode: (object) => encodeProtobuf(object, podSchema),
});

/** The same in CBOR. */
export const cborRequests: Figure = figureOf({
  name: "CBOR",
  mediaType: "application/cbor",
  flags: ["--feature-gates=CBORServingAndStorage=true"],
  encode: (object) => encodeCbor(object, podSchema),
});

function figureOf(format: Format): Figure {
  const { name, mediaType, flags } = format;
  const inFormat = { accept: mediaType };
  return {
    name: name.toLowerCase(),
    title: `gets, lists and creates in ${name}`,
    async measure(context) {
      const gets = { ours: [] as number[], raw: [] as number[] };
      const lists = { ours: [] as number[], raw: [] as number[] };
      const measurements: Measurement[] = [];
      for (let run = 1; run <= context.runs; run++) {
        context.progress(`first reads in ${name}: run ${run} of ${context.runs}`);
        await using server = await startOrch({ flags });
        const { target } = server;
        const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "listed" } };
        await sendRequest(target, createRequest("/api/v1/namespaces", namespace));
        for (const path of [gotten, listed]) {
          await createNumberedObjects(context, target, createRequest(path, pod("p-#####")), objectCount);
        }
        gets.raw.push(await getsPerSecond(context, target, {}));
        gets.ours.push(await getsPerSecond(context, target, inFormat));
        await listsPerSecond(target, {});
        lists.raw.push(await listsPerSecond(target, {}));
        lists.ours.push(await listsPerSecond(target, inFormat));
        if (run === context.runs) {
          measurements.push(await laterReads(context, server, format, { what: "get", path: `${gotten}/p-00007` }));
          measurements.push(await laterReads(context, server, format, { what: "list of 10,000 Pods", path: listed }));
          measurements.push(await creates(context, server, format));
        }
      }
      const goal = { of: "ratio", bound: goals.first } as const;
      return [
        { name: `get in ${name}, first time`, unit: "gets/s", ...ofReads(gets), goal },
        { name: `list of 10,000 Pods in ${name}, first time`, unit: "lists/s", ...ofReads(lists), goal },
        ...measurements,
      ];
    },
  };
}

function ofReads({ ours, raw }: { readonly ours: number[]; readonly raw: number[] }) {
  return { better: "more", values: ours, raw: { ...json, values: raw } } as const;
}

async function laterReads(
  context: FigureContext,
  { target }: OrchServer,
  format: Format,
  { what, path }: { readonly what: string; readonly path: string },
): Promise<Measurement> {
  const shared = { target, protocol: "h2", clients: 1, status: 200 } as const;
  const name = `${what} in ${format.name}, again`;
  const ours = { ...shared, template: { method: "GET", path, headers: { accept: format.mediaType } } };
  const raw = { ...shared, template: { method: "GET", path, headers: {} } };
  const compared = await compareRates(context, ours, raw, name);
  return measurementOf(compared, { name, unit: "reads/s", raw: json, minRatio: goals.again });
}

/** Reads each object once. Returns the gets per second. */
async function getsPerSecond(
  { generator }: FigureContext,
  target: LoadTarget,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const { answers, seconds } = await generator.requests({
    target,
    template: { method: "GET", path: `${gotten}/p-#####`, headers },
    protocol: "h2",
    connections: 4,
    streams: 4,
    status: 200,
    warmUpMs: 0,
    measureMs: 60_000,
    firstNumber: 0,
    endNumber: objectCount,
  });
  return answers / seconds;
}

async function listsPerSecond(target: LoadTarget, headers: Readonly<Record<string, string>>): Promise<number> {
  const startMs = performance.now();
  const { status } = await sendRequest(target, { method: "GET", path: listed, headers });
  if (status !== 200) throw new Error(`a list returned status ${status}, not 200`);
  return 1000 / (performance.now() - startMs);
}

async function creates(context: FigureContext, { target }: OrchServer, format: Format): Promise<Measurement> {
  const shared = { target, protocol: "h2", clients: 16, status: 201 } as const;
  const name = `create from ${format.name}, 16 clients`;
  const ours = { ...shared, template: createIn(format, "b-########") };
  const raw = { ...shared, template: createRequest(gotten, pod("j-########")) };
  const compared = await compareRates(context, ours, raw, name);
  return measurementOf(compared, {
    name,
    unit: "creates/s",
    raw: { name: "create from JSON" },
    minRatio: goals.create,
  });
}

function createIn({ mediaType, encode }: Format, name: string): RequestTemplate {
  const body = encode(pod(name) as { kind: string; apiVersion: string }).toString("latin1");
  return { method: "POST", path: gotten, headers: { "content-type": mediaType }, body, bodyEncoding: "latin1" };
}
