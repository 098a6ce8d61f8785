import { describe, expect, test } from "vitest";
import { assert } from "../../base/assert.ts";
import { fieldErrorsMax, formatFieldError } from "../../meta/field-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { RuleCheck, type RuleTimes } from "./rule-check.ts";
import { ruleTree } from "./rule-tree.ts";
import { type CaseSchema, object, root, withRules } from "./testing/rule-case.ts";

const vocabulary = vocabularies.kubernetes;
const integer = { type: "integer" };
const list = (items: CaseSchema): CaseSchema => ({ type: "array", items });

/** A clock that moves by a fixed time whenever it is read. */
class TickingClock {
  readonly #tickMs: number;
  #ms = 0;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  readonly nowMs = (): number => {
    this.#ms += this.#tickMs;
    return this.#ms;
  };
}

const stopped: RuleTimes = { nowMs: () => 0, sliceMs: 1, repeatMs: 1, slicesMax: 1 };

function start(spec: CaseSchema, value: unknown, times = stopped): RuleCheck {
  const node = ruleTree(readStructuralSchema(root(spec), vocabulary), vocabulary);
  assert(node, "the schema has rules");
  return new RuleCheck(node, { spec: value }, undefined, times);
}

/** Returns the number of slices. */
function finish(check: RuleCheck): number {
  for (let slices = 1; ; slices++) if (check.advance()) return slices;
}

function messages(check: RuleCheck): readonly string[] {
  finish(check);
  return check.errors.map(formatFieldError);
}

describe("the order of errors", () => {
  test("errors of a value come before those of its parts, and parts follow in their order", () => {
    const item = withRules(object({ a: withRules(integer, "self > 1") }), "self.a > 2", "self.a > 3");
    const spec = withRules(object({ l: withRules(list(item), "size(self) > 2") }), "size(self.l) > 3");
    expect(messages(start(spec, { l: [{ a: 0 }, { a: 1 }] }))).toEqual([
      'spec: Invalid value: "object": failed rule: size(self.l) > 3',
      'spec.l: Invalid value: "array": failed rule: size(self) > 2',
      'spec.l[0]: Invalid value: "object": failed rule: self.a > 2',
      'spec.l[0]: Invalid value: "object": failed rule: self.a > 3',
      'spec.l[0].a: Invalid value: "integer": failed rule: self > 1',
      'spec.l[1]: Invalid value: "object": failed rule: self.a > 2',
      'spec.l[1]: Invalid value: "object": failed rule: self.a > 3',
      'spec.l[1].a: Invalid value: "integer": failed rule: self > 1',
    ]);
  });

  test("a check ends after as many errors as an answer shows", () => {
    const zeros = Array.from({ length: 2 * fieldErrorsMax }, () => 0);
    const check = start(object({ l: list(withRules(integer, "self > 0")) }), { l: zeros });
    finish(check);
    expect(check.errors).toHaveLength(fieldErrorsMax);
  });
});

describe("slices", () => {
  const positive = object({ l: list(withRules(integer, "self > 0", "self > 1")) });

  test("a check with many rules pauses at the end of each slice", () => {
    const check = start(
      positive,
      { l: [0, 0, 0] },
      { nowMs: new TickingClock(1).nowMs, sliceMs: 1, repeatMs: 1, slicesMax: 100 },
    );
    expect(finish(check)).toBeGreaterThan(3);
    expect(check.errors).toHaveLength(6);
  });

  test("a check that needs more slices than it has ends with an error", () => {
    const check = start(
      positive,
      { l: [0, 0, 0] },
      { nowMs: new TickingClock(1).nowMs, sliceMs: 1, repeatMs: 1, slicesMax: 2 },
    );
    expect(messages(check).at(-1)).toBe(
      '<nil>: Invalid value: "object": validation failed due to running out of time, no further validation rules will be run',
    );
    expect(check.errors.length).toBeLessThan(6);
  });

  const loop = object({
    l: withRules(list(integer), { rule: "self.all(i, i > 0)", message: "too small" }, "size(self) > 9"),
  });

  test("a rule that the end of a slice interrupts is repeated in the next one", () => {
    let now = 0;
    const check = start(loop, { l: [1, 2, 3] }, { nowMs: () => now++, sliceMs: 0, repeatMs: 0, slicesMax: 9 });
    expect(check.advance()).toBe(false);
    expect(check.errors).toEqual([]);
    now = Number.NaN;
    expect(messages(check)).toEqual(['spec.l: Invalid value: "array": failed rule: size(self) > 9']);
  });

  test("a rule that is repeated has more time", () => {
    const slow = withRules(list(integer), "self.all(x, self.all(y, x + y > 0))", "false");
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const times = { nowMs: new TickingClock(1).nowMs, sliceMs: 5, repeatMs: 10_000, slicesMax: 2 };
    expect(messages(start(object({ l: slow }), { l: numbers }, times))).toEqual([
      'spec.l: Invalid value: "array": failed rule: false',
    ]);
    expect(messages(start(object({ l: slow }), { l: numbers }, { ...times, repeatMs: 5 }))).toEqual([
      expect.stringContaining("out of time"),
    ]);
  });

  test("a rule that uses up three slices ends the check", () => {
    const times = { nowMs: new TickingClock(1).nowMs, sliceMs: 1, repeatMs: 1, slicesMax: 9 };
    expect(messages(start(loop, { l: [1, 2, 3] }, times))).toEqual([
      "spec.l: Invalid value: \"array\": 'operation interrupted': no further validation rules will be run " +
        "due to call duration exceeds limit for rule: too small",
    ]);
  });

  test("the cost of an interrupted rule does not count", () => {
    const slow = withRules(list(integer), "self.all(x, self.all(y, x + y > 0))", "false");
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
    let [now, isFast] = [0, false];
    const nowMs = (): number => (isFast ? 0 : now++);
    const check = start(object({ l: slow }), { l: numbers }, { nowMs, sliceMs: 5, repeatMs: 5, slicesMax: 9 });
    expect(check.advance()).toBe(false);
    isFast = true;
    expect(messages(check)).toEqual(['spec.l: Invalid value: "array": failed rule: false']);
  });
});

test("the rules of a schema are compiled once", () => {
  const schema = readStructuralSchema(root(withRules(object({ v: integer }), "self.v > 0")), vocabulary);
  const node = ruleTree(schema, vocabulary)?.properties?.get("spec");
  expect(node?.rules?.()).toBe(node?.rules?.());
  expect(ruleTree(schema, vocabulary)).toBe(ruleTree(schema, vocabulary));
});

test("a schema without rules needs no check", () => {
  expect(ruleTree(readStructuralSchema(root(object({ v: integer })), vocabulary), vocabulary)).toBeUndefined();
});

test("members named __proto__ are data", () => {
  const spec = object({ m: { type: "object", additionalProperties: withRules(integer, "self > 0") } });
  expect(messages(start(spec, { m: JSON.parse('{"__proto__": 0}') as unknown }))).toEqual([
    'spec.m[__proto__]: Invalid value: "integer": failed rule: self > 0',
  ]);
});
