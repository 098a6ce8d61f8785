/** Cases about the costs of rules, estimated and real. */
import { type CaseSchema, object, type RuleCase, root, specs, withRules } from "../rule-case.ts";

const integer: CaseSchema = { type: "integer" };
const text: CaseSchema = { type: "string" };
const list = (items: CaseSchema, maxItems?: number): CaseSchema => ({
  type: "array",
  ...(maxItems === undefined ? {} : { maxItems }),
  items,
});
const map = (values: CaseSchema, maxProperties?: number): CaseSchema => ({
  type: "object",
  ...(maxProperties === undefined ? {} : { maxProperties }),
  additionalProperties: values,
});
const limited = (maxLength: number): CaseSchema => ({ type: "string", maxLength });
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function estimated(title: string, spec: CaseSchema, ids: readonly string[] = ["CEL-53"]): RuleCase {
  return { title, ids, schema: root(spec) };
}

const slow = "self.all(x, self.all(y, x + y >= 0))";
const cubic = "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))";

export const costCases: readonly RuleCase[] = [
  estimated("a nested loop over a list without a limit costs too much", object({ l: withRules(list(integer), slow) })),
  estimated("a nested loop over a list with a limit is cheap", object({ l: withRules(list(integer, 100), slow) })),
  estimated(
    "a nested loop over 2000 items exceeds the limit by a small factor",
    object({ l: withRules(list(integer, 1200), slow) }),
  ),
  estimated("a nested loop over 4000 items exceeds the limit", object({ l: withRules(list(integer, 4000), slow) })),
  estimated("nested lists without a limit", object({ l: list(list(withRules(text, "self.contains('x')"))) })),
  estimated("a map without a limit", object({ m: map(withRules(text, "self.matches('^a+$')")) })),
  estimated("a map with a limit", object({ m: map(withRules(limited(10), "self.matches('^a+$')"), 10) })),
  estimated(
    "a regular expression on a text without a limit",
    object({ t: withRules(text, "self.matches('^[a-z]+([a-z0-9]*)$')") }),
    ["CEL-50", "CEL-53"],
  ),
  estimated(
    "a long regular expression on a long text",
    object({ t: withRules(limited(100_000), `self.matches('^${"(a|b)?".repeat(100)}$')`) }),
    ["CEL-50", "CEL-53"],
  ),
  estimated(
    "a rule in items of an unlimited list of small objects",
    object({ l: list(withRules(object({ a: integer, b: text }), "self.a > 0 && self.b == 'x'")) }),
  ),
  estimated(
    "a rule in items of an unlimited list of large objects",
    object({
      l: list(withRules(object({ a: limited(100), b: limited(100) }, { required: ["a", "b"] }), "self.a == self.b")),
    }),
  ),
  estimated(
    "the message of a rule costs too much",
    object({
      l: withRules(list(integer), {
        rule: "self.size() < 5",
        messageExpression: "self.map(x, self.map(y, string(x + y)).size() > 0 ? 'a' : 'b').size() > 3 ? 'c' : 'd'",
      }),
    }),
  ),
  estimated(
    "the message of a rule does not count its repetitions",
    object({
      l: list(
        withRules(object({ t: limited(1000) }), {
          rule: "true",
          messageExpression: "self.t.contains('x') ? 'a' : 'b'",
        }),
      ),
    }),
  ),
  estimated(
    "a rule and its message cost too much",
    object({
      l: withRules(list(integer), { rule: slow, messageExpression: "self.all(x, self.all(y, x == y)) ? 'a' : 'b'" }),
    }),
  ),
  estimated(
    "many rules together cost too much",
    object(Object.fromEntries(numbers(20).map((index) => [`l${index}`, withRules(list(integer, 1000 - index), slow)]))),
  ),
  estimated(
    "expensive rules are listed in the order of their costs",
    object({
      ...Object.fromEntries(
        numbers(6).map((index) => [`l${index}`, withRules(list(integer, 700 + 50 * index), slow, slow, slow)]),
      ),
      cheap: withRules(integer, "self > 0"),
    }),
  ),
  estimated(
    "a total without limits",
    object({ a: withRules(list(integer), cubic), b: withRules(list(integer), cubic) }),
  ),
  estimated(
    "a cheap rule of a large schema",
    withRules(object(Object.fromEntries(numbers(200).map((index) => [`p${index}`, integer]))), "self.p0 > self.p199"),
  ),
  estimated(
    "literals have a base cost",
    object({
      v: withRules(list(integer, 10_000), "self.all(x, [[[[x]]]].size() == 1 && {'a': {'b': {'c': x}}}.size() == 1)"),
    }),
    ["CEL-49", "CEL-53"],
  ),
  {
    title: "a chain of comparisons has a deterministic cost",
    ids: ["CEL-48", "CEL-49"],
    schema: root(
      object({
        v: withRules(
          integer,
          numbers(100)
            .map((index) => `self != ${index + 10}`)
            .join(" && "),
        ),
      }),
    ),
    objects: specs({ v: 1 }, { v: 109 }),
  },
  {
    title: "an evaluation that exceeds its limit ends the check",
    ids: ["CEL-50", "CEL-51"],
    schema: root(
      withRules(
        object({
          l: withRules(list(integer, 700), slow, "self.size() == 0"),
          a: withRules(integer, "self > 5"),
        }),
        "!has(self.a) || self.a > 7",
      ),
    ),
    objects: specs({ l: numbers(700), a: 1 }, { l: numbers(200), a: 1 }, { l: numbers(3) }, { l: numbers(700), a: 6 }),
  },
  {
    title: "a slow regular expression ends the check",
    ids: ["CEL-50", "CEL-51"],
    schema: root(
      object({
        l: withRules(list(limited(500), 1000), {
          rule: `self.all(t, t.matches('${"a?".repeat(50)}b*$'))`,
          message: "a message",
        }),
      }),
    ),
    objects: specs({ l: numbers(1000).map(() => "a".repeat(500)) }, { l: ["a"] }, { l: ["c"] }),
  },
  {
    title: "many cheap evaluations exceed the budget of the object",
    ids: ["CEL-51", "CEL-52"],
    schema: root(
      object({
        l: list(
          withRules(
            list(integer, 20),
            "self.size() < 20",
            cubic,
            `${cubic} && true`,
            `${cubic} || false`,
            "self.size() == 0",
          ),
          100,
        ),
      }),
    ),
    objects: specs({ l: numbers(100).map(() => numbers(20)) }, { l: [numbers(20), []] }),
  },
  {
    title: "the budget of the object counts messages",
    ids: ["CEL-51", "CEL-52"],
    schema: root(
      object({
        l: list(
          withRules(list(integer, 20), {
            rule: "false",
            messageExpression: "self.all(x, self.all(y, self.all(z, x + y + z >= 0))) ? 'all' : 'none'",
          }),
          300,
        ),
      }),
    ),
    objects: specs({ l: numbers(250).map(() => numbers(20)) }, { l: [numbers(20), []] }),
  },
  {
    title: "a message that exceeds the limit ends the check",
    ids: ["CEL-51"],
    schema: root(
      object({
        l: withRules(
          list(integer, 700),
          { rule: "self.size() == 0", messageExpression: `${slow} && ${slow} ? 'a' : 'b'` },
          "self.size() == 1",
        ),
      }),
    ),
    objects: specs({ l: numbers(700) }, { l: numbers(10) }),
  },
];
