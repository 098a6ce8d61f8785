/**
 * Measures the work on the body of a Pod of 3 KB after V8 has compiled the code. A separate program, which uses the
 * built package and prints its figures as JSON. In microseconds: all validation of a create, reading the body into the
 * canonical form, and, as the least that any server does with a body, parsing and stringifying it.
 */
import { pod } from "../objects.ts";
import { builtModule } from "./built-module.ts";

const { pod: podKind } = await builtModule<typeof import("../../src/api/index.ts")>("api/index");
const { builtinHooks, builtinRules } = await builtModule<typeof import("../../src/kinds/index.ts")>("kinds/index");
const { SchemaCompiler, structInVocabulary } =
  await builtModule<typeof import("../../src/schema/index.ts")>("schema/index");
const { seededRandom } = await builtModule<typeof import("../../src/base/random.ts")>("base/random");
const { validateMetadata } =
  await builtModule<typeof import("../../src/schema/metadata-rules.ts")>("schema/metadata-rules");
const { vocabularies } = await builtModule<typeof import("../../src/meta/vocabulary.ts")>("meta/vocabulary");

const rounds = 15;
const callsPerRound = 4000;

/** Returns microseconds per call: the median of the rounds after V8 has compiled the code. */
function costUs(work: (index: number) => unknown): number {
  const costs: number[] = [];
  let undefinedResults = 0;
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    for (let index = 0; index < callsPerRound; index++) undefinedResults += work(index) === undefined ? 1 : 0;
    costs.push(((performance.now() - startMs) * 1000) / callsPerRound);
  }
  if (undefinedResults > 0) throw new Error("the measured function returned undefined");
  const warmCosts = costs.slice(Math.floor(rounds / 3)).toSorted((a, b) => a - b);
  return warmCosts[Math.floor(warmCosts.length / 2)] ?? Number.NaN;
}

const vocabulary = vocabularies.kubernetes;
const schema = new SchemaCompiler(builtinRules).compile(structInVocabulary(podKind.schema, vocabulary));
const text = JSON.stringify(pod("web-1"));
// There are several bodies, so that V8 cannot reuse the result of one.
const bodies = Array.from({ length: 64 }, (_, index) => JSON.parse(JSON.stringify(pod(`web-${index}`))) as unknown);
const objects = bodies.map((body) => schema.decode(body).object);
const hooks = builtinHooks.get(podKind);
const context = { vocabulary, isEnabled: () => false, random: seededRandom(1), nowMs: 0 };

/** Runs all validation of a create. */
function validate(object: (typeof objects)[number]): readonly unknown[] {
  const metadata = { ...object.metadata, namespace: "default" };
  return [
    ...validateMetadata(metadata, { namespaced: true, nameFormat: hooks?.nameFormat ?? "pathSegmentName" }),
    ...schema.validate(object, context),
    ...(hooks?.validateCreate?.(object, context) ?? []),
  ];
}

const [errors] = objects.map(validate);
if (errors === undefined || errors.length > 0) throw new Error(`the Pod is invalid: ${JSON.stringify(errors)}`);

const validateUs = costUs((index) => validate(objects[index % objects.length] as (typeof objects)[number]));
const decodeUs = costUs((index) => schema.decode(bodies[index % bodies.length]));
const bareUs = costUs(() => JSON.stringify(JSON.parse(text)));
process.stdout.write(JSON.stringify({ validateUs, decodeUs, bareUs, bytes: text.length }));
