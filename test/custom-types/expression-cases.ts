/** Rules of custom types that show requirements of the expression language, in the vocabulary `orch`. */

/** A rule of one property, with a value that it accepts and one that it rejects. */
export interface RuleOfProperty {
  readonly id: string;
  readonly title: string;
  readonly schema: object;
  /** `self` is the value of the property. */
  readonly rule: string;
  readonly accepted: unknown;
  readonly rejected: unknown;
}

/** A text. */
export const text = { type: "string" };
/** An integer. */
export const integer = { type: "integer" };
/** A list of texts. */
export const textList = { type: "array", items: text };
const keyedList = {
  type: "array",
  "x-orch-list-type": "map",
  "x-orch-list-map-keys": ["key"],
  items: { type: "object", required: ["key"], properties: { key: text, value: integer } },
};
/** A set of texts. */
export const set = { ...textList, "x-orch-list-type": "set" };
const shortSet = { ...set, maxItems: 10, items: { ...text, maxLength: 10 } };
/** Returns the schema of an object. */
export const object = (properties: object): object => ({ type: "object", properties });

/** Rules that a definition may have. */
export const rules: readonly RuleOfProperty[] = [
  {
    id: "CEL-08",
    title: "an object with properties has fields",
    schema: object({ inner: object({ a: integer }) }),
    rule: "self.inner.a < 5",
    accepted: { inner: { a: 4 } },
    rejected: { inner: { a: 5 } },
  },
  {
    id: "CEL-09",
    title: "an object with additional properties is a map",
    schema: { type: "object", additionalProperties: integer },
    rule: "self['k'] == 1 && self.all(key, key.size() == 1)",
    accepted: { k: 1, m: 7 },
    rejected: { k: 1, many: 7 },
  },
  {
    id: "CEL-10",
    title: "an embedded object has a name and a kind without a schema of them",
    schema: { type: "object", "x-orch-embedded-resource": true, "x-orch-preserve-unknown-fields": true },
    rule: "self.metadata.name == 'inner' && self.kind == 'Pod' && self.apiVersion == 'v1' && !has(self.metadata.generateName)",
    accepted: { apiVersion: "v1", kind: "Pod", metadata: { name: "inner" } },
    rejected: { apiVersion: "v1", kind: "Pod", metadata: { name: "other" } },
  },
  {
    id: "CEL-12",
    title: "an integer or text has the type of its value",
    schema: { "x-orch-int-or-string": true },
    rule: "type(self) == int ? self < 5 : self == '50%'",
    accepted: "50%",
    rejected: 5,
  },
  {
    id: "CEL-13",
    title: "an array is a list",
    schema: textList,
    rule: "self[0] == 'a' && size(self) == 2",
    accepted: ["a", "b"],
    rejected: ["a"],
  },
  {
    id: "CEL-14",
    title: "keyed lists are equal if their items are, in any order",
    schema: { type: "object", additionalProperties: keyedList },
    rule: "self['one'] == self['two']",
    accepted: {
      one: [{ key: "a", value: 1 }, { key: "b" }],
      two: [{ key: "b" }, { key: "a", value: 1 }],
    },
    rejected: { one: [{ key: "a", value: 1 }], two: [{ key: "a", value: 2 }] },
  },
  {
    id: "CEL-15",
    title: "sets are equal if their entries are, in any order",
    schema: object({ one: set, two: set }),
    rule: "self.one == self.two",
    accepted: { one: ["a", "b"], two: ["b", "a"] },
    rejected: { one: ["a", "b"], two: ["b", "c"] },
  },
  {
    id: "CEL-16",
    title: "a boolean is a boolean",
    schema: { type: "boolean" },
    rule: "self == true",
    accepted: true,
    rejected: false,
  },
  {
    id: "CEL-17",
    title: "a number is a double",
    schema: { type: "number" },
    rule: "self > 1.5 && type(self) == double",
    accepted: 2,
    rejected: 1.5,
  },
  {
    id: "CEL-18",
    title: "an integer is an int of 64 bits",
    schema: { type: "integer", format: "int64" },
    rule: "type(self) == int && self > 9007199254740990",
    accepted: 9_007_199_254_740_991,
    rejected: 9_007_199_254_740_990,
  },
  {
    id: "CEL-19",
    title: "a null is equal to null",
    schema: { type: "object", additionalProperties: { "x-orch-int-or-string": true, nullable: true } },
    rule: "self['a'] == null",
    accepted: { a: null },
    rejected: { a: "x" },
  },
  {
    id: "CEL-20",
    title: "a string is a string",
    schema: text,
    rule: "self.startsWith('a')",
    accepted: "ab",
    rejected: "ba",
  },
  {
    id: "CEL-21",
    title: "a string of the format byte has decoded bytes",
    schema: { ...text, format: "byte" },
    rule: "size(self) == 3",
    accepted: "YWJj",
    rejected: "YWI=",
  },
  {
    id: "CEL-22",
    title: "a string of the format date-time is a timestamp",
    schema: { ...text, format: "date-time" },
    rule: "self < timestamp('2030-01-01T00:00:00Z') && self.getFullYear() == 2029",
    accepted: "2029-12-31T23:59:59Z",
    rejected: "2030-01-01T00:00:00Z",
  },
  {
    id: "CEL-23",
    title: "a string of the format duration is a duration",
    schema: { ...text, format: "duration" },
    rule: "self > duration('1h')",
    accepted: "61m",
    rejected: "60m",
  },
  {
    id: "CEL-25",
    title: "the sum of two sets has each entry once, those of the first set first",
    schema: object({ one: shortSet, two: shortSet, sum: shortSet }),
    rule: "(self.one + self.two).map(x, x) == self.sum.map(x, x)",
    accepted: { one: ["a", "b"], two: ["b", "c"], sum: ["a", "b", "c"] },
    rejected: { one: ["a", "b"], two: ["b", "c"], sum: ["b", "c", "a"] },
  },
  {
    id: "CEL-26",
    title: "the sum of two keyed lists has the order of the first and the values of the second",
    schema: { type: "object", additionalProperties: keyedList },
    rule:
      "(self['one'] + self['two'])[0].value == 4 && (self['one'] + self['two'])[1].key == 'b' && " +
      "(self['one'] + self['two'])[2].value == 3 && size(self['one'] + self['two']) == 3",
    accepted: {
      one: [
        { key: "a", value: 1 },
        { key: "b", value: 2 },
      ],
      two: [
        { key: "c", value: 3 },
        { key: "a", value: 4 },
      ],
    },
    rejected: { one: [{ key: "a", value: 4 }], two: [] },
  },
  {
    id: "CEL-28",
    title: "names with characters that are no part of identifiers are escaped",
    schema: object({ a__b: integer, "a.b": integer, "a-b": integer, "a/b": integer }),
    rule: "self.a__underscores__b + self.a__dot__b + self.a__dash__b + self.a__slash__b == 10",
    accepted: { a__b: 1, "a.b": 2, "a-b": 3, "a/b": 4 },
    rejected: { a__b: 1, "a.b": 2, "a-b": 3, "a/b": 5 },
  },
  {
    id: "CEL-29",
    title: "only a name that is a reserved word as a whole is escaped",
    schema: object({ namespace: text, namespaces: text }),
    rule: "self.__namespace__ == 'a' && self.namespaces == 'b'",
    accepted: { namespace: "a", namespaces: "b" },
    rejected: { namespace: "b", namespaces: "b" },
  },
];

/** Returns the schema with rules. */
export const withRules = (schema: object, ...rulesOfSchema: readonly object[]): object => ({
  ...schema,
  "x-orch-validations": rulesOfSchema,
});

/** Requirement, title, schema with a rule that a definition must not have, and a part of the error. */
export const rejectedRules: readonly (readonly [string, string, object, string])[] = [
  [
    "CEL-03",
    "uses a variable that does not exist",
    withRules(text, { rule: "other == 'a'" }),
    "undeclared reference to 'other'",
  ],
  ["CEL-07", "compares values of different types", withRules(integer, { rule: "self == 'a'" }), "no matching overload"],
  [
    "CEL-11",
    "reads a field that the schema does not name",
    withRules({ type: "object", "x-orch-preserve-unknown-fields": true }, { rule: "self.a == 1" }),
    "undefined field 'a'",
  ],
  ["CEL-18", "compares an int with a uint", withRules(integer, { rule: "self == 1u" }), "no matching overload"],
  [
    "CEL-27",
    "reads a property whose name begins with a digit",
    withRules(object({ "1a": integer }), { rule: "self.__1a == 1" }),
    "undefined field '__1a'",
  ],
  [
    "CEL-53",
    "can become too expensive",
    withRules(
      { type: "array", items: { type: "array", items: text } },
      {
        rule: "self.all(a, a.all(b, a.all(c, b == c || b.contains(c))))",
      },
    ),
    "estimated rule cost exceeds budget",
  ],
];
