/** Cases about messages, reasons and paths of errors. */
import { type CaseSchema, object, type RuleCase, root, specs, updates, withRules } from "../rule-case.ts";

const integer: CaseSchema = { type: "integer" };
const text: CaseSchema = { type: "string", maxLength: 10_000 };

function ruleCase(
  title: string,
  rule: Readonly<Record<string, unknown>>,
  properties: CaseSchema = { v: integer, t: text },
): RuleCase {
  return {
    title,
    ids: ["CEL-01"],
    schema: root(withRules(object(properties), rule)),
    objects: specs({ v: 1, t: "a" }, { v: 0, t: "\n x \n" }),
  };
}

const reasons = ["FieldValueRequired", "FieldValueForbidden", "FieldValueInvalid", "FieldValueDuplicate"];
const paths = [
  ".v",
  ".o.a",
  ".o['a']",
  "['o']['a']",
  ".m.a",
  ".m['a.b/c']",
  ".m['it\\'s']",
  ".m['\\\\']",
  ".m['\\n']",
  "['x.y']",
  ".l",
];

export const messageCases: readonly RuleCase[] = [
  ruleCase("an error without a message shows the rule without white space around it", { rule: "  self.v > 0\t" }),
  ruleCase("a message replaces the rule in the error", { rule: "self.v > 0", message: "  v must be greater than 0  " }),
  ruleCase(
    "a failed evaluation shows the message instead of the rule",
    { rule: "self.l[0] > 0", message: "needs an item" },
    { v: integer, t: text, l: { type: "array", maxItems: 3, items: integer } },
  ),
  ruleCase("a rule of several lines has a message", { rule: "self.v > 0 &&\nself.v < 5", message: "between" }),
  ruleCase("an expression returns the message", {
    rule: "self.v > 0",
    messageExpression: "'v is ' + (self.v > 0 ? 'large' : 'small')",
  }),
  ruleCase("an expression takes precedence over the message", {
    rule: "self.v > 0",
    message: "no",
    messageExpression: "'yes'",
  }),
  ruleCase("white space around the result of the message's expression is removed", {
    rule: "self.v > 0",
    messageExpression: "self.t + ' '",
  }),
  ruleCase("a message of several lines is replaced by the rule", { rule: "self.v > 0", messageExpression: "'a\\nb'" }),
  ruleCase("an empty result of the message's expression is replaced by the message", {
    rule: "self.v > 0",
    message: "m",
    messageExpression: "''",
  }),
  ruleCase("a failed evaluation of the message's expression is replaced by the message", {
    rule: "self.v > 0",
    message: "m",
    messageExpression: "string(1 / self.v)",
  }),
  ruleCase(
    "a missing field in the message's expression is replaced by the rule",
    { rule: "self.v > 0", messageExpression: "self.u" },
    { v: integer, t: text, u: text },
  ),
  {
    title: "a message of more than 5120 bytes is replaced",
    ids: ["CEL-01"],
    schema: root(withRules(object({ t: text }), { rule: "self.t == ''", message: "m", messageExpression: "self.t" })),
    objects: specs({ t: "x".repeat(5120) }, { t: "x".repeat(5121) }, { t: "\u00e9".repeat(2561) }),
  },
  ...reasons.flatMap((reason) => [
    ruleCase(`the reason ${reason}`, { rule: "self.v > 0", reason }),
    ruleCase(`the reason ${reason} with a message and a path`, {
      rule: "self.v > 0",
      reason,
      message: "m",
      fieldPath: ".v",
    }),
  ]),
  ...paths.map((fieldPath): RuleCase => {
    const properties = {
      v: integer,
      o: object({ a: integer }),
      m: { type: "object", additionalProperties: integer },
      "x.y": integer,
      l: { type: "array", items: integer },
    };
    return {
      title: `the path ${fieldPath}`,
      ids: ["CEL-01"],
      schema: root(withRules(object(properties), { rule: "self.v > 0", fieldPath })),
      objects: specs({ v: 0 }),
    };
  }),
  {
    title: "rules of the root have the path <nil>",
    ids: ["CEL-01", "CEL-10"],
    schema: withRules(
      root(object({ v: integer })),
      "self.spec.v > 0",
      { rule: "self.spec.v > 1", fieldPath: ".spec.v" },
      "self.metadata.name.startsWith('o') && self.kind != ''",
      "!has(self.metadata.generateName)",
    ),
    objects: specs({ v: 0 }, { v: 1 }, { v: 2 }),
  },
  {
    title: "a path below an item of a list",
    ids: ["CEL-01"],
    schema: root(
      object({
        l: {
          type: "array",
          maxItems: 5,
          items: withRules(
            object({ a: integer, m: { type: "object", additionalProperties: integer } }),
            { rule: "self.a > 0", fieldPath: ".a" },
            { rule: "self.a > 0", fieldPath: ".m['k']" },
          ),
        },
      }),
    ),
    objects: specs({ l: [{ a: 1 }, { a: 0 }, { a: -1 }] }),
  },
  {
    title: "a path of the keys of a map",
    ids: ["CEL-01"],
    schema: root(
      withRules(
        { type: "object", maxProperties: 5, additionalProperties: integer },
        { rule: "self.all(k, self[k] > 0)", fieldPath: "['k.l']" },
      ),
    ),
    objects: specs({ a: 0 }),
  },
  {
    title: "errors of all rules are reported",
    ids: ["CEL-01"],
    schema: root(
      withRules(
        object({ v: withRules(integer, "self > 0", "self > 1"), t: text }),
        "self.v > 2",
        "self.v > 3",
        "self.t.size() > self.v",
        "1 / self.v > 0",
      ),
    ),
    objects: specs({ v: 0, t: "" }, { v: 2, t: "abc" }),
  },
  {
    title: "errors of the schema prevent the check of rules",
    ids: ["CEL-01"],
    schema: root(
      withRules(
        object(
          {
            v: integer,
            s: { type: "string", maxLength: 3, minLength: 1, pattern: "^a" },
            l: { type: "array", maxItems: 1, items: integer },
            e: { type: "string", enum: ["x"] },
            n: { type: "integer", maximum: 5 },
            m: { type: "object", maxProperties: 1, additionalProperties: integer },
          },
          { required: ["v"] },
        ),
        "self.v > 0",
      ),
    ),
    objects: specs(
      {},
      { v: "x" },
      { v: 0, s: "abcd" },
      { v: 0, s: "" },
      { v: 0, s: "b" },
      { v: 0, l: [1, 2] },
      { v: 0, e: "y" },
      { v: 0, n: 6 },
      { v: 0, m: { a: 1, b: 2 } },
    ),
  },
  {
    title: "null values have no rules",
    ids: ["CEL-19"],
    schema: root(
      object({
        v: { ...withRules(object({ a: integer }), "self.a == 1"), nullable: true },
        l: { type: "array", maxItems: 5, items: { ...withRules(integer, "self > 0"), nullable: true } },
      }),
    ),
    objects: specs({ v: null, l: [null, 0, 1] }, { v: {} }),
  },
  {
    title: "a message about the old value",
    ids: ["CEL-04"],
    schema: root(
      withRules(object({ v: integer }), {
        rule: "self.v >= oldSelf.v",
        messageExpression: "oldSelf.v > 1 ? 'was large' : 'was small'",
      }),
    ),
    objects: [...updates([{ v: 2 }, { v: 1 }], [{ v: 1 }, { v: 2 }]), ...specs({ v: 1 })],
  },
  {
    title: "a message about the old value of a rule that does not use it",
    ids: ["CEL-04"],
    schema: root(
      withRules(object({ v: integer }), {
        rule: "self.v > 1",
        messageExpression: "oldSelf.v > 1 ? 'was large' : 'was small'",
      }),
    ),
    objects: [...updates([{ v: 2 }, { v: 1 }]), ...specs({ v: 1 })],
  },
  {
    title: "a message about the optional old value",
    ids: ["CEL-04"],
    schema: root(
      withRules(object({ v: integer }), {
        rule: "oldSelf.hasValue() && self.v > 1",
        optionalOldSelf: true,
        messageExpression: "oldSelf.orValue(self).v > 1 ? 'was large' : 'was small'",
      }),
    ),
    objects: [...updates([{ v: 2 }, { v: 1 }]), ...specs({ v: 1 })],
  },
];
