/**
 * Malformed requests: bodies, paths, queries, headers, and bytes that are not HTTP. Equal seeds send equal requests.
 */

import type { Random } from "../../src/base/random.ts";
import { chunksOf } from "../chunks-of.ts";
import { headerRequest, impersonationRequest } from "../malformed/headers.ts";
import { http2Programs } from "../malformed/http2-programs.ts";
import {
  malformedDeleteOptions,
  malformedJson,
  malformedJsonPatch,
  malformedPatch,
  plainBodies,
} from "../malformed/json-bodies.ts";
import type { MalformedRequest } from "../malformed/malformed-request.ts";
import { malformedProtobuf, plainProtobuf } from "../malformed/protobuf-bodies.ts";
import { damagedRawRequest, rawRequests } from "../malformed/raw-requests.ts";
import { type Subject, subjects } from "../malformed/subjects.ts";
import { malformedPath, plainPaths, queryRequest, requestAt } from "../malformed/targets.ts";
import { malformedYaml, plainYaml } from "../malformed/yaml-bodies.ts";
import { patchTypes } from "../patch-types.ts";
import { oneOf, times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** Number of random requests in one scenario. */
const requestsPerScenario = 40;
/** Number of raw requests in one scenario. Each needs a separate connection. */
const rawRequestsPerScenario = 10;

const json = "application/json";
const yaml = "application/yaml";
const protobuf = "application/vnd.kubernetes.protobuf";

/** Sends requests that no correct client sends. */
export const malformed: Suite = {
  name: "malformed",
  covers: "damaged JSON, YAML and protobuf bodies for every verb; malformed paths, queries, headers and HTTP",
  usesNamespaces: true,
  standardCount: 250,
  *scenarios(random: Random): Iterable<Scenario> {
    yield* plainScenarios();
    for (let round = 1; ; round++) {
      for (const [area, draw] of Object.entries(areas)) {
        const requests = times(requestsPerScenario, () => draw(random));
        yield scenarioOf(`${area}, round ${round}`, requests);
      }
      const requests = times(rawRequestsPerScenario, () => damagedRawRequest(random));
      yield {
        title: `damaged HTTP, round ${round}`,
        run: async (server) => {
          // Sent concurrently, because a server that keeps waiting gets two seconds. Each request names another object.
          const sent = requests.map((request, index) =>
            request.replaceAll("NS", server.namespace).replace("new", `n-${index}`),
          );
          await Promise.all(sent.map((request) => server.sendBytes(request)));
        },
      };
    }
  },
};

function* plainScenarios(): Generator<Scenario> {
  for (const [language, type, bodies] of [
    ["JSON", json, plainBodies],
    ["YAML", yaml, plainYaml],
    ["protobuf", protobuf, plainProtobuf],
  ] as const) {
    const [configMaps] = subjects;
    for (const [verb, request] of Object.entries(bodyVerbs(configMaps as Subject, type))) {
      yield scenarioOf(
        `${verb} with malformed ${language}`,
        bodies.map((body) => ({ ...request, body })),
      );
    }
  }
  for (const { start, items: paths } of chunksOf(plainPaths, pathsPerScenario)) {
    const requests = paths.flatMap((path) =>
      ["GET", "POST", "PATCH", "DELETE"].map((method) => requestAt(path, method)),
    );
    yield scenarioOf(`malformed paths from ${start}`, requests);
  }
  yield* frameScenarios();
  for (const [name, request] of Object.entries(rawRequests)) {
    yield {
      title: `HTTP with ${name}`,
      run: async (server) => void (await server.sendBytes(request.replaceAll("NS", server.namespace))),
    };
  }
}

const pathsPerScenario = 10;
const programsPerScenario = 10;

/** Sends invalid HTTP/2 frames. Meanwhile, another client must be served. */
function* frameScenarios(): Generator<Scenario> {
  for (const { start, items: programs } of chunksOf(Object.entries(http2Programs), programsPerScenario)) {
    yield {
      title: `HTTP/2 frames from ${start}`,
      run: async (server) => {
        await Promise.all(programs.map(([name, program]) => server.sendFrames(name, program)));
        await server.send("/livez");
      },
    };
  }
}

function scenarioOf(title: string, requests: readonly MalformedRequest[]): Scenario {
  return { title, run: (server) => sendAll(server, requests) };
}

async function sendAll(server: ComparedServer, requests: readonly MalformedRequest[]): Promise<void> {
  const own = (text: string): string => text.replaceAll("NS", server.namespace);
  for (const { collection, object } of subjects) {
    if (requests.some(({ target }) => target.startsWith(collection)))
      await server.prepare(own(collection), { body: object });
  }
  for (const { target, ...request } of requests) {
    const body = typeof request.body === "string" ? own(request.body) : request.body;
    const sent = body === undefined ? request : { ...request, body };
    await server.send(own(target), { ...sent, isTargetExact: true });
  }
}

/** Returns every request with a body, without its body. */
function bodyVerbs({ collection }: Subject, type: string): Readonly<Record<string, MalformedRequest>> {
  const headers = { "content-type": type };
  const patches = Object.values(patchTypes).map((patchType) => {
    const request = { target: `${collection}/it?dryRun=All&fieldManager=m`, method: "PATCH" };
    return [patchType, { ...request, headers: { "content-type": patchType } }] as const;
  });
  return {
    create: { target: `${collection}?dryRun=All`, method: "POST", headers },
    update: { target: `${collection}/it?dryRun=All`, method: "PUT", headers },
    delete: { target: `${collection}/it?dryRun=All`, method: "DELETE", headers },
    deletecollection: { target: `${collection}?dryRun=All`, method: "DELETE", headers },
    eviction: { target: "/api/v1/namespaces/NS/pods/it/eviction?dryRun=All", method: "POST", headers },
    ...(type === protobuf ? {} : Object.fromEntries(patches)),
  };
}

const validations = ["", "", "&fieldValidation=Strict", "&fieldValidation=Ignore"];

function withBody(random: Random, type: string, body: string | Buffer): MalformedRequest {
  const { collection } = oneOf(random, subjects);
  return writeAt(random, collection, type, body);
}

function writeAt(random: Random, collection: string, type: string, body: string | Buffer): MalformedRequest {
  const headers = { "content-type": type };
  const end = `?dryRun=All${oneOf(random, validations)}`;
  return random.below(2) === 0
    ? { target: `${collection}${end}`, method: "POST", headers, body }
    : {
        target: `${collection}/it${oneOf(random, ["", "", "", "/status", "/scale"])}${end}`,
        method: "PUT",
        headers,
        body,
      };
}

function patchAt(random: Random, { collection }: Subject, type: string, body: string | Buffer): MalformedRequest {
  const query = `?dryRun=All&fieldManager=m${oneOf(random, ["", "&force=true"])}${oneOf(random, validations)}`;
  const target = `${collection}/it${oneOf(random, ["", "", "", "/status", "/scale"])}${query}`;
  const headers = { "content-type": type };
  return {
    target: type.includes("apply") ? target : target.replace("&force=true", ""),
    method: "PATCH",
    headers,
    body,
  };
}

/** Generators of a scenario's requests, by its title. */
const areas: Readonly<Record<string, (random: Random) => MalformedRequest>> = {
  "JSON bodies": (random) => {
    const subject = oneOf(random, subjects);
    return writeAt(random, subject.collection, json, malformedJson(subject, random));
  },
  "JSON bodies of other kinds": (random) => withBody(random, json, malformedJson(oneOf(random, subjects), random)),
  "YAML bodies": (random) => {
    const subject = oneOf(random, subjects);
    return writeAt(random, subject.collection, yaml, malformedYaml(subject, random));
  },
  "protobuf bodies": (random) => {
    const subject = oneOf(random, subjects);
    return writeAt(random, subject.collection, protobuf, malformedProtobuf(subject, random));
  },
  "merge patches": (random) => {
    const subject = oneOf(random, subjects);
    const type = oneOf(random, [patchTypes.merge, patchTypes.strategic]);
    return patchAt(random, subject, type, malformedPatch(subject, random));
  },
  "JSON patches": (random) => {
    const subject = oneOf(random, subjects);
    return patchAt(random, subject, patchTypes.json, malformedJsonPatch(subject, random));
  },
  "apply patches": (random) => {
    const subject = oneOf(random, subjects);
    const body = random.below(2) === 0 ? malformedYaml(subject, random) : malformedJson(subject, random);
    return patchAt(random, subject, patchTypes.apply, body);
  },
  "options of deletions": (random) => {
    const { collection } = oneOf(random, subjects);
    const target = `${collection}${oneOf(random, ["", "/it"])}?dryRun=All`;
    const headers = { "content-type": oneOf(random, [json, json, yaml]) };
    return { target, method: "DELETE", headers, body: malformedDeleteOptions(random) };
  },
  paths: malformedPath,
  queries: queryRequest,
  headers: headerRequest,
  impersonation: impersonationRequest,
};
