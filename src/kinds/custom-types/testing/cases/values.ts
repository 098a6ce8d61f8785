/** Cases about the values of types, and functions on them. */
import { type CaseSchema, object, type RuleCase, root, specs, updates, valueCase, withRules } from "../rule-case.ts";

const text: CaseSchema = { type: "string", maxLength: 100 };
const integer: CaseSchema = { type: "integer" };
const number: CaseSchema = { type: "number" };
const boolean: CaseSchema = { type: "boolean" };
const intOrString: CaseSchema = { "x-kubernetes-int-or-string": true };
const list = (items: CaseSchema, more: CaseSchema = {}): CaseSchema => ({
  type: "array",
  maxItems: 20,
  items,
  ...more,
});
const map = (values: CaseSchema): CaseSchema => ({ type: "object", maxProperties: 20, additionalProperties: values });
const format = (name: string): CaseSchema => ({ type: "string", format: name });
const texts = list(text);
const integers = list(integer);
const set = list(text, { "x-kubernetes-list-type": "set" });
const entry = object({ k: text, v: integer }, { required: ["k"] });
const keyed = list(entry, { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] });

/** A rule that compares the old and the new value. */
function transition(
  ids: readonly string[],
  schema: CaseSchema,
  rule: string,
  ...pairs: readonly [unknown, unknown][]
): RuleCase {
  return {
    title: `${rule} with ${JSON.stringify(schema)}`,
    ids,
    schema: root(withRules(object({ l: schema }), rule)),
    objects: updates(...pairs.map(([old, l]) => [{ l: old }, { l }] as const)),
  };
}

export const valueCases: readonly RuleCase[] = [
  valueCase(["CEL-01", "CEL-04"], integer, "self.v < 5", 4, 5, 6),
  valueCase(["CEL-02"], integers, "self.v.all(i, i > 0) && self.v.exists(i, i > 5)", [1, 6], [1, 2], [0, 6]),
  valueCase(
    ["CEL-08"],
    object({ a: object({ b: integer }) }),
    "self.v.a.b == 1",
    { a: { b: 1 } },
    { a: { b: 2 } },
    { a: {} },
    {},
  ),
  valueCase(["CEL-08"], object({ a: integer }), "has(self.v.a) && self.v.a > 1", { a: 2 }, {}, { a: 0 }),
  valueCase(["CEL-09"], map(text), "self.v['k'] == 'x'", { k: "x" }, { k: "y" }, {}),
  valueCase(
    ["CEL-09"],
    map(integer),
    "self.v.all(k, k.startsWith('a') && self.v[k] > 0)",
    { a: 1, ab: 2 },
    { b: 1 },
    { a: 0 },
  ),
  valueCase(
    ["CEL-09"],
    map(object({ a: integer })),
    "self.v.exists_one(k, self.v[k].a == 1)",
    { x: { a: 1 } },
    { x: { a: 1 }, y: { a: 1 } },
  ),
  valueCase(
    ["CEL-10"],
    { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    "self.v.metadata.name == 'a' && self.v.kind == 'Pod' && !has(self.v.metadata.generateName)",
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
    { apiVersion: "v1", kind: "Pod", metadata: { name: "b" } },
    { apiVersion: "v1", kind: "Pod" },
  ),
  valueCase(
    ["CEL-11"],
    object({ a: integer }, { "x-kubernetes-preserve-unknown-fields": true }),
    "self.v.a == 1",
    { a: 1, b: 2 },
    { a: 2, b: 2 },
  ),
  valueCase(["CEL-12"], intOrString, "type(self.v) == int ? self.v < 10 : self.v.endsWith('%')", 5, 15, "5%", "5"),
  valueCase(["CEL-12"], intOrString, "self.v < 10", 5, 15, "5%"),
  valueCase(["CEL-13"], integers, "self.v[0] == 1 && size(self.v) == 2", [1, 2], [1], []),
  valueCase(["CEL-13"], list(integers), "self.v[0][1] == 2", [[1, 2]], [[1]], [[]]),
  valueCase(["CEL-16"], boolean, "self.v == true", true, false),
  valueCase(["CEL-17"], number, "self.v > 1.5", 1.6, 1.5, 2),
  valueCase(["CEL-17"], number, "self.v > 1", 1.5, 1, 2),
  valueCase(["CEL-18"], integer, "self.v == 1", 1, 2),
  valueCase(["CEL-18"], integer, "self.v + 1 > 0", 1, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n),
  valueCase(["CEL-18"], integer, "10 / self.v > 1", 5, 0, 10),
  valueCase(
    ["CEL-19"],
    list({ ...object({ a: integer }), nullable: true }),
    "self.v[0] == null || self.v[0].a > 1",
    [null],
    [{ a: 2 }],
    [{ a: 1 }],
  ),
  valueCase(["CEL-19"], { ...object({ a: integer }), nullable: true }, "!has(self.v)", null, {}, { a: 1 }),
  valueCase(["CEL-20"], text, "self.v.startsWith('a') && self.v.size() == 3", "abc", "ab", "xyz"),
  valueCase(["CEL-20"], text, "self.v.contains('\u00e9') || self.v == 'it\\'s'", "caf\u00e9", "it's", "its"),
  valueCase(["CEL-21"], { ...format("byte"), maxLength: 40 }, "size(self.v) == 3 && self.v == b'abc'", "YWJj", "YWI="),
  valueCase(
    ["CEL-22"],
    format("date-time"),
    "self.v < timestamp('2020-01-01T00:00:00Z')",
    "2019-12-31T23:59:59Z",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00+02:00",
  ),
  valueCase(
    ["CEL-22"],
    format("date"),
    "self.v.getFullYear() == 2020 && self.v.getMonth() == 1",
    "2020-02-29",
    "2021-02-28",
  ),
  valueCase(["CEL-23"], format("duration"), "self.v > duration('1h')", "90m", "1h", "2 days"),
  transition(
    ["CEL-14", "CEL-24"],
    keyed,
    "self.l == oldSelf.l",
    [
      [{ k: "a" }, { k: "b", v: 1 }],
      [{ k: "b", v: 1 }, { k: "a" }],
    ],
    [[{ k: "a" }], [{ k: "a", v: 2 }]],
    [[{ k: "a" }], [{ k: "b" }]],
  ),
  transition(
    ["CEL-15", "CEL-24"],
    set,
    "self.l == oldSelf.l",
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [["a"], ["a", "b"]],
    [["a"], ["b"]],
  ),
  transition(
    ["CEL-24"],
    texts,
    "self.l == oldSelf.l",
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [["a"], ["a"]],
  ),
  transition(
    ["CEL-25"],
    set,
    "self.l + oldSelf.l == ['a', 'b', 'c']",
    [
      ["b", "c"],
      ["a", "b"],
    ],
    [["c", "a"], ["b"]],
    [["a"], ["d"]],
  ),
  transition(
    ["CEL-25"],
    set,
    "(self.l + oldSelf.l).map(e, e) == ['a', 'b', 'c']",
    [
      ["b", "c"],
      ["a", "b"],
    ],
    [["c", "a"], ["b"]],
  ),
  transition(
    ["CEL-26"],
    keyed,
    "(self.l + oldSelf.l).map(e, e.k) == ['a', 'b', 'c'] && (self.l + oldSelf.l)[1].v == 3",
    [
      [
        { k: "c", v: 4 },
        { k: "b", v: 3 },
      ],
      [
        { k: "a", v: 1 },
        { k: "b", v: 2 },
      ],
    ],
    [[{ k: "a", v: 1 }], [{ k: "b", v: 2 }]],
  ),
  valueCase(
    ["CEL-28"],
    object({ a__b: integer, "a.b": integer, "a-b": integer, "a/b": integer }),
    "self.v.a__underscores__b + self.v.a__dot__b + self.v.a__dash__b + self.v.a__slash__b == 4",
    { a__b: 1, "a.b": 1, "a-b": 1, "a/b": 1 },
    { a__b: 1, "a.b": 1, "a-b": 1, "a/b": 2 },
  ),
  valueCase(
    ["CEL-29"],
    object({ namespace: text, namespaces: text }),
    "self.v.__namespace__ == self.v.namespaces",
    { namespace: "a", namespaces: "a" },
    { namespace: "a", namespaces: "b" },
  ),
  valueCase(["CEL-30"], integers, "self.v.lastIndexOf(1) == 2 && self.v.indexOf(1) == 0", [1, 2, 1], [1, 2]),
  valueCase(["CEL-30"], integers, "self.v.isSorted()", [1, 2, 3], [2, 1]),
  valueCase(["CEL-31"], integers, "self.v.min() == 1 && self.v.max() == 3 && self.v.sum() == 6", [3, 1, 2], [1], []),
  valueCase(["CEL-31"], list(format("duration")), "self.v.sum() == duration('3h')", ["1h", "2h"], ["1h"]),
  valueCase(["CEL-32"], text, "self.v.matches('^[a-c]+$')", "abc", "abd"),
  valueCase(["CEL-33"], text, "self.v.find('[0-9]+') == '123'", "abc 123", "abc"),
  valueCase(["CEL-33"], text, "self.v.findAll('[0-9]') == ['1', '2']", "1 2", "12 3"),
  valueCase(["CEL-34"], text, "isURL(self.v)", "https://a/b", "../x"),
  valueCase(
    ["CEL-34", "CEL-35"],
    text,
    "url(self.v).getHost() == 'a:80' && url(self.v).getPort() == '80' && url(self.v).getScheme() == 'https'",
    "https://a:80/p?x=1",
    "https://b",
    "../x",
  ),
  valueCase(
    ["CEL-35"],
    text,
    "url(self.v).getEscapedPath() == '/p' && url(self.v).getQuery() == {'x': ['1']} && url(self.v).getHostname() == 'a'",
    "https://a:80/p?x=1",
    "https://a/q",
  ),
  valueCase(["CEL-36"], text, "quantity(self.v).isInteger() && quantity(self.v).asInteger() > 0", "1Gi", "1.5", "x"),
  valueCase(
    ["CEL-37"],
    text,
    "quantity(self.v).asApproximateFloat() == 1.5 && sign(quantity(self.v)) == 1",
    "1.5",
    "-1.5",
    "1500m",
  ),
  valueCase(
    ["CEL-38"],
    text,
    "quantity(self.v).add(1) == quantity('1001') && quantity(self.v).sub(quantity('1')).asInteger() == 999",
    "1k",
    "1Ki",
  ),
  valueCase(
    ["CEL-39"],
    text,
    "quantity(self.v).isLessThan(quantity('50Mi')) && quantity(self.v).compareTo(quantity('50M')) == 0",
    "50M",
    "50Mi",
  ),
  valueCase(["CEL-47"], object({ a: integer }), "self.v.?a.orValue(1) == 1", {}, { a: 1 }, { a: 2 }),
  valueCase(
    ["CEL-46"],
    text,
    "ip(self.v).family() == 4 && cidr('10.0.0.0/8').containsIP(ip(self.v))",
    "10.1.2.3",
    "11.1.2.3",
    "::1",
    "x",
  ),
  valueCase(["CEL-46"], text, "!format.dns1123Label().validate(self.v).hasValue()", "a-b", "A_b"),
  valueCase(["CEL-46"], set, "sets.contains(['a', 'b'], self.v)", ["a"], ["c"]),
  {
    title: "a rule of a property, an item and a value of a map",
    ids: ["CEL-04"],
    schema: root(
      object({
        property: withRules(integer, "self > 0"),
        items: list(withRules(integer, "self % 2 == 0")),
        values: map(withRules(text, "self != ''")),
        "a.b": withRules(integer, "self == 1"),
        "0": withRules(integer, "self == 1"),
      }),
    ),
    objects: specs(
      { property: 1, items: [2, 4], values: { a: "x" }, "a.b": 1, "0": 1 },
      { property: 0, items: [1, 2, 3], values: { "a.b/c": "" }, "a.b": 2, "0": 2 },
      {},
    ),
  },
];
