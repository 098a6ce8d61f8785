/** Random patches of all types on objects of many kinds, also on their subresources and on objects that do not exist. */
import type { Random } from "../../src/base/random.ts";
import { patchTypes } from "../patch-types.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { appliedBody, jsonPatchBody, mergeBody, yamlOf } from "./patch-bodies.ts";
import { type PatchSubject, patchSubjects } from "./patch-subjects.ts";

/** Patches with every type, option and subresource. Each scenario patches one object. */
export const patchedKinds: Suite = {
  name: "patched-kinds",
  covers: "patches of all types on many kinds, with every option, on subresources and missing objects",
  usesNamespaces: true,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const subject = oneOf(random, patchSubjects);
      const steps = Array.from({ length: 6 }, () => randomStep(random, subject, oneOf(random, mixedTypes)));
      yield { title: `patched-kinds ${count} of ${subject.collection}`, run: (server) => play(server, subject, steps) };
    }
  },
};

/** Server-side applies of parts of an object by several managers, between other writes. */
export const applies: Suite = {
  name: "applies",
  covers: "server-side applies by several managers, with the owners after each step",
  usesNamespaces: true,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const subject = oneOf(random, patchSubjects);
      const steps = Array.from({ length: 8 }, () => randomStep(random, subject, oneOf(random, applyTypes)));
      yield { title: `applies ${count} of ${subject.collection}`, run: (server) => play(server, subject, steps) };
    }
  },
};

const mixedTypes = ["merge", "strategic", "strategic", "json", "apply"] as const;
const applyTypes = ["apply", "apply", "apply", "merge", "update"] as const;

type StepType = (typeof mixedTypes)[number] | (typeof applyTypes)[number];

/** Options that both servers reject, or that they interpret in an unusual way. */
const oddOptions: readonly string[] = [
  "fieldManager=",
  `fieldManager=${"m".repeat(129)}`,
  "fieldManager=a%0Ab",
  "fieldManager=%C3%A9",
  "force=yes",
  "force=1",
  "force=",
  "dryRun=None",
  "dryRun=All&dryRun=All",
  "dryRun=",
  "fieldValidation=strict",
  "fieldValidation=",
  "pretty=true",
  "unknown=1",
  "resourceVersion=1",
];

interface Step {
  readonly type: StepType;
  readonly name: string;
  /** Subresource: `/status` or empty. */
  readonly subresource: string;
  readonly query: string;
  readonly text: string;
}

function randomStep(random: Random, subject: PatchSubject, type: StepType): Step {
  const isApply = type === "apply";
  const subresource = subject.subresources.length > 0 && isOnceIn(random, 6) ? oneOf(random, subject.subresources) : "";
  const body = bodyAt(random, subject, subresource);
  const name = isOnceIn(random, 12) ? "missing" : "it";
  const text = bodyText(random, { type, body, name });
  const options = [
    isApply || isOnceIn(random, 3) ? `fieldManager=${oneOf(random, ["one", "two", "three"])}` : "",
    isApply ? oneOf(random, ["", "", "force=true", "force=false"]) : isOnceIn(random, 40) ? "force=true" : "",
    oneOf(random, ["", "", "", "", "dryRun=All"]),
    oneOf(random, ["", "", "fieldValidation=Strict", "fieldValidation=Warn", "fieldValidation=Ignore"]),
  ];
  if (isOnceIn(random, 15)) options.push(oneOf(random, oddOptions));
  const query = options.filter(Boolean).join("&");
  return { type, name, subresource: subresource && `/${subresource}`, query: query && `?${query}`, text };
}

/** Returns the object from which a patch of the subresource is derived. */
function bodyAt(random: Random, { body }: PatchSubject, subresource: string): Json {
  if (subresource === "scale") {
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "it" }, spec: { replicas: 2 } };
    return isOnceIn(random, 10) ? body : scale;
  }
  if (subresource !== "status") return body;
  const status = {
    replicas: 1,
    observedGeneration: 1,
    phase: "Running",
    conditions: [
      { type: "Ready", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "R", message: "m" },
      { type: "Available", status: "False", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "S", message: "m" },
    ],
  };
  const { metadata, apiVersion, kind, spec } = body;
  return isOnceIn(random, 3) ? { apiVersion, kind, metadata, spec, status } : { apiVersion, kind, metadata, status };
}

function bodyText(random: Random, { type, body, name }: { type: StepType; body: Json; name: string }): string {
  switch (type) {
    case "merge":
      return JSON.stringify(mergeBody(random, body, false));
    case "strategic":
      return JSON.stringify(mergeBody(random, body, true));
    case "json":
      return JSON.stringify(jsonPatchBody(random, body));
    case "update":
      return JSON.stringify({ ...appliedBody(random, body, name), ...(isOnceIn(random, 2) ? {} : body) });
    case "apply": {
      const applied = appliedBody(random, body, name);
      return isOnceIn(random, 8) ? yamlOf(random, applied) : JSON.stringify(applied);
    }
  }
}

async function play(server: ComparedServer, subject: PatchSubject, steps: readonly Step[]): Promise<void> {
  const target = subject.collection.replace("NS", server.namespace);
  const isNamespaced = subject.collection.includes("NS");
  const nameOf = (name: string): string => (isNamespaced ? name : server.name(name));
  const named = (text: string): string =>
    text
      .replace(/(?<="name": ?)"(it|missing)"/g, (_, name: string) => `"${nameOf(name)}"`)
      .replaceAll('"namespace":"NS"', `"namespace":"${server.namespace}"`);
  let known = (await server.prepare(target, { body: named(JSON.stringify(subject.body)) })).json.metadata;
  for (const { type, name, subresource, query, text } of steps) {
    const body = named(text.replaceAll("<version>", known.resourceVersion).replaceAll("<uid>", known.uid));
    const headers = { "content-type": type === "update" ? "application/json" : patchTypes[type] };
    const method = type === "update" ? "PUT" : "PATCH";
    const answer = await server.send(`${target}/${nameOf(name)}${subresource}${query}`, { method, headers, body });
    if (name === "it" && answer.json?.metadata?.uid && !query.includes("dryRun")) known = answer.json.metadata;
  }
  await server.send(`${target}/${nameOf("it")}`);
  if (!isNamespaced)
    for (const name of ["it", "missing"]) await server.send(`${target}/${nameOf(name)}`, { method: "DELETE" });
}
