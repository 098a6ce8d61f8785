/** Cases about definitions that are rejected, or accepted although similar ones are rejected. */
import { type CaseSchema, object, type RuleCase, root, withRules } from "../rule-case.ts";

type Rule = Readonly<Record<string, unknown>>;

const integer: CaseSchema = { type: "integer" };
const text: CaseSchema = { type: "string", maxLength: 100 };
const list = (items: CaseSchema, more: CaseSchema = {}): CaseSchema => ({
  type: "array",
  maxItems: 20,
  items,
  ...more,
});
const map = (values: CaseSchema): CaseSchema => ({ type: "object", maxProperties: 20, additionalProperties: values });
const preserving: CaseSchema = { "x-kubernetes-preserve-unknown-fields": true };
const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
const entry = object({ k: text, v: integer }, { required: ["k"] });

/** Properties that the rules of most cases are about. */
const properties: CaseSchema = {
  v: integer,
  t: text,
  n: { type: "number" },
  b: { type: "boolean" },
  l: list(integer),
  m: map(text),
  o: object({ a: integer }),
  u: { ...object({ a: integer }), ...preserving },
  x: preserving,
  i: { "x-kubernetes-int-or-string": true },
  d: { type: "string", format: "duration" },
  "1st": integer,
  namespace: text,
  a__b: integer,
};

/** Returns cases with one rule each, about an object with many properties. */
function expressions(ids: readonly string[], ...rules: readonly string[]): readonly RuleCase[] {
  return rules.map((rule) => ({ title: `the rule ${rule}`, ids, schema: root(withRules(object(properties), rule)) }));
}

function members(title: string, ...rules: readonly Rule[]): RuleCase {
  return { title, ids: ["CEL-03"], schema: root(withRules(object(properties), ...rules)) };
}

function whole(title: string, schema: CaseSchema, stored?: CaseSchema): RuleCase {
  return { title, ids: ["CEL-04"], schema, ...(stored && { stored }) };
}

const newFunction = "[1, 2].all(i, x, i >= 0 && x > 0)";

export const rejectedCases: readonly RuleCase[] = [
  ...expressions(
    ["CEL-03"],
    "unknown > 1",
    "object.v > 1",
    "oldObject == null",
    "request.name == 'a'",
    "params.a == 1",
    "variables.a == 1",
    "authorizer.path('/').check('get').allowed()",
  ),
  ...expressions(
    ["CEL-07"],
    "self.v == 'a'",
    "self.v + self.t == 'a'",
    "self.t > 1",
    "self.l.size() == '1'",
    "self.m.k == 1",
    "self.o == self.u",
    "self.v",
    "self.t",
    "1 + 1",
    "dyn(self.v)",
    "dyn(self.b)",
    "[true]",
    "self.v > 1 ? 'a' : 'b'",
  ),
  ...expressions(
    ["CEL-08"],
    "self.missing == 1",
    "self.o.missing == 1",
    "has(self.missing)",
    "self.o['a'] == 1",
    "has(self.o.a)",
  ),
  ...expressions(["CEL-10"], "self.metadata.name == 'a'", "self.kind == 'a'"),
  ...expressions(["CEL-11"], "self.u.unknown == 1", "self.u.a == 1", "self.x == 1", "has(self.x)"),
  ...expressions(["CEL-12"], "self.i == 1", "self.i == 'a'", "self.i + 1 > 0", "self.i.startsWith('a')"),
  ...expressions(
    ["CEL-17", "CEL-18"],
    "self.n > 1",
    "self.n == 1.0",
    "self.n + 1 > 1.0",
    "self.v == 1u",
    "self.v > 1.0",
    "self.v + 1.0 > 1.0",
  ),
  ...expressions(["CEL-19"], "self.v == null", "self.o == null", "self.d == null"),
  ...expressions(
    ["CEL-27", "CEL-28", "CEL-29"],
    "self.1st == 1",
    "has(self.1st)",
    "self.namespace == 'a'",
    "self.__namespace__ == 'a'",
    "self.a__b == 1",
    "self.a__underscores__b == 1",
    "self.`1st` == 1",
  ),
  ...expressions(
    ["CEL-46", "CEL-47"],
    "self.?v.orValue(1) == 1",
    newFunction,
    "sets.contains([1], [1])",
    "ip('1.2.3.4').family() == 4",
    "format.uuid().validate(self.t).hasValue()",
    "cel.bind(a, self.v, a > 1)",
    "semver('1.2.3').major() == 1",
    "math.greatest(1, 2) == 2",
    "base64.encode(b'a') == 'a'",
    "self.t.reverse() == 'a'",
  ),
  ...expressions(
    ["CEL-03"],
    "self.v >",
    "",
    "   ",
    "(self.v > 1",
    "self.v > 1 &&& true",
    "self.t.matches('(')",
    "self.t.matches('a{2000}')",
    "duration('x') == self.d",
    "timestamp('x') != timestamp('y')",
    "self.v > 99999999999999999999",
    "\u00e9 == 1",
    "self.v > 1 \u2028 && true",
    "self.t == '\u{1F600}' && self.missing",
  ),
  ...expressions(
    ["CEL-02"],
    "self.l.all(self, self > 1)",
    "self.l.all(i, i > 1, 2)",
    "self.l.map(i, i > 1)",
    "self.v.all(i, true)",
    "[1, 'a'].size() > 0",
    "{'a': 1, 'b': 'c'}.size() > 0",
  ),
  members("an empty rule with a message", { rule: "", message: "m" }),
  members("a missing rule", { message: "m" }),
  members("a message of white space", { rule: "self.v > 0", message: " \t" }),
  members("a message of several lines", { rule: "self.v > 0", message: "a\nb" }),
  members("a message with a carriage return", { rule: "self.v > 0", message: "a\rb" }),
  members("a message that ends with a line break", { rule: "self.v > 0", message: "a\n" }),
  members("a rule of several lines without a message", { rule: "self.v > 0 &&\nself.v < 5" }),
  members("a rule of several lines with a message", { rule: "self.v > 0 &&\nself.v < 5", message: "m" }),
  members("a rule that ends with a line break", { rule: "self.v > 0\n" }),
  members("a message expression of white space", { rule: "self.v > 0", messageExpression: "  " }),
  members("a message expression with a wrong type", { rule: "self.v > 0", messageExpression: "self.v" }),
  members("a message expression with a dynamic type", { rule: "self.v > 0", messageExpression: "self.i" }),
  members("a message expression that cannot be parsed", { rule: "self.v > 0", messageExpression: "self.t +" }),
  members("a message expression with an unknown field", { rule: "self.v > 0", messageExpression: "self.missing" }),
  members("a message expression with a wrong constant", {
    rule: "self.v > 0",
    messageExpression: "string(duration('x'))",
  }),
  members("a message expression of several lines", { rule: "self.v > 0", messageExpression: "self.t +\nself.t" }),
  members("a message expression of a faulty rule", { rule: "self.missing > 0", messageExpression: "self.missing" }),
  members("a message expression with the optional old value", {
    rule: "oldSelf.hasValue() || self.v > 0",
    optionalOldSelf: true,
    messageExpression: "oldSelf.hasValue() ? 'a' : 'b'",
  }),
  members("an unknown reason", { rule: "self.v > 0", reason: "Other" }),
  members("an empty reason", { rule: "self.v > 0", reason: "" }),
  members("a reason of an admission policy", { rule: "self.v > 0", reason: "Invalid" }),
  members("a faulty rule with all members", {
    rule: "self.missing > 0",
    message: 'a "b"',
    messageExpression: "'c'",
    reason: "FieldValueRequired",
    fieldPath: ".v",
    optionalOldSelf: true,
  }),
  ...[
    "v",
    ".missing",
    ".o.missing",
    ".l[0]",
    ".l['0']",
    ".m",
    ".m.a",
    ".m.a.b",
    "['v']",
    "[v]",
    '["v"]',
    ".['v']",
    "['v",
    "['v'",
    "['v]",
    ".",
    "..v",
    ".v.",
    ".v[",
    ".o.['a']",
    " ",
    " .v",
    ".v ",
    ".v\n",
    ".m['\\q']",
    ".metadata.name",
    ".1st",
    ".namespace",
    ".u.unknown",
    ".x.a",
    "['o'].a",
    "['o']a",
  ].map((fieldPath) => members(`the path ${JSON.stringify(fieldPath)}`, { rule: "self.v > 0", fieldPath })),
  members("optionalOldSelf without oldSelf", { rule: "self.v > 0", optionalOldSelf: true }),
  members("optionalOldSelf false without oldSelf", { rule: "self.v > 0", optionalOldSelf: false }),
  members("an optional old value that is used like a plain one", { rule: "self.v > oldSelf.v", optionalOldSelf: true }),
  members("a plain old value that is used like an optional one", { rule: "oldSelf.hasValue()" }),
  members("a variable of a macro with the name oldSelf", {
    rule: "self.l.all(oldSelf, oldSelf > 0)",
    optionalOldSelf: true,
  }),
  members(
    "several faulty rules",
    { rule: "self.missing > 0" },
    { rule: "self.v > 0" },
    { rule: "self.v" },
    { rule: "self.t + 1" },
  ),
  members("faulty texts hide faulty expressions", { rule: "self.missing > 0" }, { rule: "" }),
  members("repeated rules", { rule: "self.v > 0" }, { rule: "self.v > 0" }),
  whole(
    "a faulty text inside hides faulty expressions around it",
    root(withRules(object({ o: withRules(object({ a: integer }), "") }), "self.missing > 0")),
  ),
  whole(
    "a faulty text outside does not hide faulty expressions inside",
    root(withRules(object({ o: withRules(object({ a: integer }), "self.missing > 0") }), "")),
  ),
  whole(
    "a faulty text beside does not hide faulty expressions",
    root(
      object({ a: withRules(object({ a: integer }), "self.missing > 0"), b: withRules(object({ a: integer }), "") }),
    ),
  ),
  whole(
    "errors of the schema inside hide faulty expressions",
    root(withRules(object({ o: { type: "string", pattern: "(" } }), "self.missing > 0")),
  ),
  whole(
    "an unknown type hides faulty expressions around it",
    root(withRules(object({ o: { type: "file" } }), "self.missing > 0")),
  ),
  whole("a schema without structure hides faulty expressions", root(withRules(object({ o: {} }), "self.missing > 0"))),
  whole(
    "faulty expressions at all levels",
    withRules(
      object({
        spec: withRules(
          object({
            l: withRules(
              list(withRules(object({ a: withRules(integer, "self == 'a'") }), "self.missing")),
              "self.missing",
            ),
            m: withRules(map(withRules(text, "self == 1")), "self.missing == 1"),
          }),
          "self.missing",
        ),
      }),
      "self.missing",
      "self.metadata.missing",
    ),
  ),
  whole(
    "rules below allOf",
    root({ ...object({ v: integer }), allOf: [{ "x-kubernetes-validations": [{ rule: "self.v > 0" }] }] }),
  ),
  whole("rules below not", root({ ...object({ v: integer }), not: { "x-kubernetes-validations": [{ rule: "" }] } })),
  whole(
    "rules below anyOf and oneOf",
    root({
      ...object({ v: integer }),
      anyOf: [{ properties: { v: { "x-kubernetes-validations": [{ rule: "self > 0", reason: "x" }] } } }],
      oneOf: [{ "x-kubernetes-validations": [{ rule: "true" }] }],
    }),
  ),
  whole("a rule of a value without a type", root(object({ x: withRules(preserving, "self == 1") }))),
  whole(
    "a rule of a value without a type inside of rules",
    root(withRules(object({ x: withRules(preserving, "self == 1") }), "true")),
  ),
  whole(
    "a rule of a list of values without a type",
    root(object({ x: withRules(list(preserving), "self.size() > 0") })),
  ),
  whole("a rule of a map of values without a type", root(object({ x: withRules(map(preserving), "self.size() > 0") }))),
  whole(
    "a rule of an int-or-string",
    root(object({ x: withRules({ "x-kubernetes-int-or-string": true }, "self == 1") })),
  ),
  whole(
    "a rule below a value without a type",
    root(object({ x: { ...preserving, properties: { a: withRules(integer, "self > 'a'") } } })),
  ),
  whole(
    "a rule of a property that expressions cannot access",
    root(object({ "1st": withRules(integer, "self > 0"), "2nd": withRules(object({ a: integer }), "self.b") })),
  ),
  whole(
    "rules of the metadata",
    object({ metadata: withRules({ type: "object" }, "self.name == 'a'"), spec: object({ v: integer }) }),
  ),
  whole(
    "rules of the name",
    withRules(
      object({
        metadata: object({
          name: withRules({ type: "string", maxLength: 10 }, "self.matches('^[a-z]+$') && self.missing"),
        }),
      }),
      "self.metadata.name.matches('^[a-z]+$')",
    ),
  ),
  whole(
    "the old value of an item of a list without keys",
    root(object({ l: list(withRules(object({ a: withRules(integer, "self == oldSelf") }), "self == oldSelf")) })),
  ),
  whole(
    "the old value of an item of a set",
    root(object({ l: { ...list(withRules(text, "self == oldSelf")), "x-kubernetes-list-type": "set" } })),
  ),
  whole(
    "the old value of an item of an atomic list",
    root(object({ l: { ...list(withRules(text, "self == oldSelf")), "x-kubernetes-list-type": "atomic" } })),
  ),
  whole(
    "the old value of an item of a list with keys",
    root(object({ l: list(withRules(entry, "self == oldSelf"), keyed) })),
  ),
  whole(
    "the old value inside lists of both kinds",
    root(
      object({
        l: list(
          object(
            {
              k: text,
              i: list(
                object({
                  l: list(
                    withRules(entry, "self == oldSelf", { rule: "oldSelf.hasValue()", optionalOldSelf: true }),
                    keyed,
                  ),
                }),
              ),
            },
            { required: ["k"] },
          ),
          keyed,
        ),
      }),
    ),
  ),
  whole("the old value of a list without keys", root(object({ l: withRules(list(integer), "self == oldSelf") }))),
  whole(
    "the old value of a value of an atomic map",
    root(object({ m: { ...map(withRules(integer, "self == oldSelf")), "x-kubernetes-map-type": "atomic" } })),
  ),
  whole(
    "the old value of a property of an atomic object",
    root({ ...object({ a: withRules(integer, "self == oldSelf") }), "x-kubernetes-map-type": "atomic" }),
  ),
  whole(
    "a rule that a stored definition has may use a new function",
    root(withRules(object({ v: integer, w: integer }), newFunction)),
    root(withRules(object({ v: integer }), "self.v > 0")),
  ),
  whole(
    "the types of parts have names in messages",
    root(
      withRules(
        object({ o: object({ p: object({ a: integer }) }), l: list(object({ a: integer })) }),
        "self.o == self.l",
        "self.o.p + self.l[0] == 1",
        "self + 1 == 1",
      ),
    ),
  ),
];
