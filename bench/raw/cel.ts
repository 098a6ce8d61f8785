/**
 * Measures the expression language. A separate program, which uses the built package and prints its figures as JSON: rules that are
 * compiled per second, evaluations per second, and the longest evaluation within the limit on cost.
 */
import { RE2JS } from "re2js";
import type { Bindings, EvaluationLimits } from "../../src/cel/index.ts";
import { builtModule } from "./built-module.ts";
import { bareProgram } from "./cel-closures.ts";
import { object, patternRule, rules } from "./cel-rules.ts";
import { slowExpressions, slowObject } from "./cel-slow-expressions.ts";

const cel = await builtModule<typeof import("../../src/cel/index.ts")>("cel/index");
const { vocabularies } = await builtModule<typeof import("../../src/meta/vocabulary.ts")>("meta/vocabulary");
const { Environment: OtherEnvironment } = await import("@marcbachmann/cel-js");

const { forNewExpressions } = cel.clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const { dynType, intType, listType, stringType, objectType } = cel;
const fields = new Map([
  ["replicas", intType],
  ["maxReplicas", intType],
  ["name", stringType],
  ["a", stringType],
  ["items", listType(objectType("item"))],
  ["numbers", listType(intType)],
]);
const environment = cel.extend(forNewExpressions, {
  variables: { self: objectType("rule") },
  types: {
    hasType: (name) => name === "rule" || name === "item",
    field: (name, field) => {
      const type = name === "item" ? (field === "name" ? stringType : undefined) : fields.get(field);
      return type && { type };
    },
  },
});
const untyped = cel.extend(forNewExpressions, { variables: { self: dynType } });

const rounds = 9;
const roundMs = 120;

/** Returns calls per second: the median of the rounds after V8 has compiled the code. */
function ratePerSecond(work: () => unknown): number {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startMs = performance.now();
    let calls = 0;
    while (performance.now() - startMs < roundMs) {
      for (let repeat = 0; repeat < 50; repeat++) work();
      calls += 50;
    }
    rates.push((calls * 1000) / (performance.now() - startMs));
  }
  return rates.slice(3).toSorted((a, b) => a - b)[3] ?? Number.NaN;
}

function harmonicMean(values: readonly number[]): number {
  return values.length / values.reduce((sum, value) => sum + 1 / value, 0);
}

function mustBeTrue(value: unknown): void {
  if (value !== true) throw new Error(`a rule returned ${String(value)}`);
}

const compileRates = rules.map((rule) => ratePerSecond(() => cel.check(rule, environment).checked));

const bindings = { self: cel.fromJson(object) };
const programs = rules.map((rule) => cel.compile(rule, environment));
for (const program of programs) mustBeTrue(program.evaluate(bindings).value);
const evaluateRates = programs.map((program) => ratePerSecond(() => program.evaluate(bindings, { costMax: 1e6 })));

const compilePattern = (source: string): { matches(text: string): boolean } => {
  const program = RE2JS.compile(source);
  return { matches: (text) => program.test(text) };
};
const bare = rules.map((rule) => {
  const { checked } = cel.check(rule, environment);
  if (!checked) throw new Error(`a rule is invalid: ${rule}`);
  return bareProgram(checked.parsed.root, compilePattern);
});
for (const program of bare) mustBeTrue(program.evaluate({ self: object }));
const bareRates = bare.map((program) => ratePerSecond(() => program.evaluate({ self: object })));

const other = new OtherEnvironment().registerVariable("self", "dyn");
const otherObject = {
  self: JSON.parse(JSON.stringify(object), (_, value: unknown) =>
    typeof value === "number" ? BigInt(value) : value,
  ) as object,
};
const otherPrograms = rules.map((rule) => other.parse(rule));
for (const program of otherPrograms) mustBeTrue(program(otherObject));
const otherRates = otherPrograms.map((program) => ratePerSecond(() => program(otherObject)));

/** Expressions that use the whole limit on the cost of one evaluation, in different ways. */
const worst = [
  "self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))",
  "self.l.map(a, self.l.map(b, self.t + self.t)).size() > 0",
  "self.l.all(a, self.l.all(b, self.t.matches('(a?){20}a{20}$') || true))",
  "self.l.all(a, self.l.all(b, self.t.find('(a|b)*c') == '' || true))",
  "self.l.all(a, self.l.all(b, [a, b].isSorted() || '%d'.format([a]) != ''))",
];
const load = { self: cel.fromJson({ l: Array.from({ length: 1000 }, (_, index) => index), t: "a".repeat(1000) }) };

/** Returns the longest of some evaluations, the first of which does not count. @param limitsAt returns the limits of one that starts now */
function longestMs(text: string, values: Bindings, limitsAt: (startMs: number) => EvaluationLimits): number {
  const program = cel.compile(text, untyped);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startMs = performance.now();
    try {
      program.evaluate(values, limitsAt(startMs));
    } catch (error) {
      if (!(error instanceof cel.EvaluationCancelled)) throw error;
    }
    times.push(performance.now() - startMs);
  }
  return Math.max(...times.slice(1));
}

/** A deadline that leaves time for other clients. Evaluations that need longer must continue in another thread. */
const deadlineMs = 25;
const costLimits: EvaluationLimits = { costMax: 1_000_000 };
const slow = { self: cel.fromJson(slowObject) };

function limitsWithDeadline(startMs: number): EvaluationLimits {
  return { ...costLimits, deadline: { atMs: startMs + deadlineMs, nowMs: () => performance.now() } };
}

process.stdout.write(
  JSON.stringify({
    compilePerSecond: harmonicMean(compileRates),
    evaluatePerSecond: evaluateRates,
    barePerSecond: bareRates,
    otherPerSecond: otherRates.map((rate, index) => (index === patternRule ? null : rate)),
    longestMs: worst.map((text) => longestMs(text, load, () => costLimits)),
    blockedMs: slowExpressions.map((text) => longestMs(text, slow, limitsWithDeadline)),
  }),
);
