/**
 * Measures applies to an object in memory after V8 has compiled the code. A separate program, which uses the built
 * package and prints its figures as JSON. All costs are in microseconds of processor time. It measures an apply that
 * changes one item of an object of 1 MB, parsing and stringifying the bytes of that object once, and applies with more
 * and more managers and list items.
 */
import { deployment } from "../objects.ts";
import { builtModule } from "./built-module.ts";

const { deployment: deploymentKind } = await builtModule<typeof import("../../src/api/index.ts")>("api/index");
const { builtinRules } = await builtModule<typeof import("../../src/kinds/index.ts")>("kinds/index");
const { SchemaCompiler, structInVocabulary } =
  await builtModule<typeof import("../../src/schema/index.ts")>("schema/index");
const { apply, shapeOf } = await builtModule<typeof import("../../src/ownership/index.ts")>("ownership/index");
const { vocabularies } = await builtModule<typeof import("../../src/meta/vocabulary.ts")>("meta/vocabulary");

const { parseSharingFieldSets } =
  await builtModule<typeof import("../../src/registry/object-text.ts")>("registry/object-text");

type Rules = Parameters<typeof apply>[0];
type ApiObject = Rules["empty"];

const rounds = 15;
const roundMs = 150;

/** Returns microseconds of processor time per call: the median of the rounds after V8 has compiled the code. */
function costUs(work: () => unknown): number {
  const costs: number[] = [];
  let definedResults = 0;
  for (let round = 0; round < rounds; round++) {
    let count = 0;
    const before = process.cpuUsage();
    const startMs = performance.now();
    while (performance.now() - startMs < roundMs) {
      if (work() !== undefined) definedResults++;
      count++;
    }
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / count);
  }
  if (definedResults === 0) throw new Error("the measured function returned undefined");
  const warmCosts = costs.slice(Math.floor(rounds / 3)).toSorted((a, b) => a - b);
  return warmCosts[Math.floor(warmCosts.length / 2)] ?? Number.NaN;
}

const schema = new SchemaCompiler(builtinRules).compile(
  structInVocabulary(deploymentKind.schema, vocabularies.kubernetes),
);
const shape = shapeOf(structInVocabulary(deploymentKind.schema, vocabularies.kubernetes));
const rules: Rules = {
  apiVersion: "apps/v1",
  subresource: "",
  inVersion: () => ({ shape, written: (fields) => fields, convert: (one) => one, convertBack: (one) => one }),
  empty: { apiVersion: "apps/v1", kind: "Deployment", metadata: {} },
};

function managerAtTime(manager: string): { readonly manager: string; readonly nowMs: number } {
  return { manager, nowMs: 1_735_689_600_000 };
}

/** Returns the stored object after each of the managers has applied `object`. */
function storedAfterApplies(object: ApiObject, managers: readonly string[]): ApiObject {
  let live: ApiObject | undefined;
  for (const manager of managers) {
    const { object: appliedObject, managedFields } = apply(
      rules,
      { live, appliedObject: object, force: false },
      managerAtTime(manager),
    );
    live = { ...schema.decode(appliedObject).object, metadata: { ...appliedObject.metadata, managedFields } };
  }
  return parseSharingFieldSets(Buffer.from(JSON.stringify(live)), false);
}

/**
 * Returns the cost of an apply by the first manager. Alternates between the states, so that each apply changes `live`.
 */
function applyUs(live: ApiObject, states: readonly ApiObject[]): number {
  const texts = states.map((state) => JSON.stringify(state));
  const parsed = texts.map((text) => JSON.parse(text) as ApiObject);
  let turn = 0;
  return costUs(() => {
    const state = parsed[turn++ % parsed.length] as ApiObject;
    return apply(rules, { live, appliedObject: state, force: true }, managerAtTime("owner")).object;
  });
}

/**
 * Returns a Deployment with `count` environment variables of this length. The variable in the middle has the value
 * `turn`.
 */
function deploymentWithVariables(count: number, valueBytes: number, turn: string): ApiObject {
  const object = structuredClone(deployment("web")) as {
    spec: { template: { spec: { containers: { env: object[] }[] } } };
  };
  const env = Array.from({ length: count }, (_, index) => ({
    name: `SETTING_${String(index).padStart(5, "0")}`,
    value: index === Math.floor(count / 2) ? turn.padEnd(valueBytes, "x") : "v".repeat(valueBytes),
  }));
  Object.assign(object.spec.template.spec.containers[0] ?? {}, { env });
  return object as unknown as ApiObject;
}

function deploymentWithTurn(turn: string): ApiObject {
  return JSON.parse(JSON.stringify(deployment("web", { turn }))) as ApiObject;
}

const turns = ["one", "two"] as const;

const largeObject = storedAfterApplies(deploymentWithVariables(5000, 165, "none"), ["owner"]);
const { managedFields: _, ...metadata } = largeObject.metadata;
const largeText = JSON.stringify({ ...largeObject, metadata });
const largeUs = applyUs(
  largeObject,
  turns.map((turn) => deploymentWithVariables(5000, 165, turn)),
);
const bareUs = costUs(() => JSON.stringify(JSON.parse(largeText)));

const managers = [1, 5, 10].map((count) => {
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? "owner" : `manager-${index}`));
  return { count, us: applyUs(storedAfterApplies(deploymentWithTurn("none"), names), turns.map(deploymentWithTurn)) };
});

const lengths = [10, 100, 1000, 10_000].map((count) => {
  const states = turns.map((turn) => deploymentWithVariables(count, 20, turn));
  return { count, us: applyUs(storedAfterApplies(deploymentWithVariables(count, 20, "none"), ["owner"]), states) };
});

process.stdout.write(JSON.stringify({ largeUs, largeBytes: largeText.length, bareUs, managers, lengths }));
