/** Cases about rules with old values, and about parts that an update does not change. */
import {
  type CaseSchema,
  type ObjectCase,
  object,
  type RuleCase,
  root,
  specs,
  updates,
  withRules,
} from "../rule-case.ts";

const integer: CaseSchema = { type: "integer" };
const text: CaseSchema = { type: "string", maxLength: 100 };
const list = (items: CaseSchema, type?: string, more: CaseSchema = {}): CaseSchema => ({
  type: "array",
  maxItems: 20,
  items,
  ...(type === undefined ? {} : { "x-kubernetes-list-type": type }),
  ...more,
});
const keys = { "x-kubernetes-list-map-keys": ["k"] };
const map = (values: CaseSchema): CaseSchema => ({ type: "object", maxProperties: 20, additionalProperties: values });
const entry = (...rules: readonly (string | Readonly<Record<string, unknown>>)[]): CaseSchema =>
  withRules(object({ k: text, v: integer, l: list(integer) }, { required: ["k"] }), ...rules);

function updateCase(title: string, spec: CaseSchema, ...objects: readonly ObjectCase[]): RuleCase {
  return { title, ids: ["CEL-04"], schema: root(spec), objects };
}

export const updateCases: readonly RuleCase[] = [
  updateCase(
    "a rule about a change applies to updates only",
    withRules(object({ v: integer, w: integer }), "self.v == oldSelf.v"),
    ...specs({ v: 1 }),
    ...updates([{ v: 1 }, { v: 1 }], [{ v: 1 }, { v: 2 }], [{ v: 1 }, { v: 1, w: 2 }], [{}, { v: 1 }], [{ v: 1 }, {}]),
  ),
  updateCase(
    "a rule about the change of a property applies if both objects have it",
    object({ v: withRules(integer, "self >= oldSelf"), w: integer }),
    ...specs({ v: 1 }),
    ...updates([{ v: 1 }, { v: 0 }], [{}, { v: 0 }], [{ v: 1 }, {}], [{ v: 1 }, { v: 1, w: 1 }]),
  ),
  updateCase(
    "values of a map belong to the old values of the same keys",
    object({ m: map(withRules(integer, "self >= oldSelf")) }),
    ...updates([{ m: { a: 1, b: 1 } }, { m: { a: 0, b: 0 } }], [{ m: { a: 1 } }, { m: { b: 0 } }]),
  ),
  updateCase(
    "items of a list with keys belong to the old items of the same keys",
    object({ l: list(entry("self.v >= oldSelf.v"), "map", keys) }),
    ...updates(
      [
        {
          l: [
            { k: "a", v: 1 },
            { k: "b", v: 1 },
          ],
        },
        {
          l: [
            { k: "b", v: 0 },
            { k: "c", v: 0 },
            { k: "a", v: 2 },
          ],
        },
      ],
      [{ l: [{ k: "a", v: 1 }] }, { l: [{ k: "a", v: 0 }] }],
    ),
  ),
  updateCase(
    "items of a list with two keys belong to the old items of the same keys",
    object({
      l: list(
        withRules(
          object({ k: text, n: integer, b: { type: "boolean" }, v: integer }, { required: ["k", "n", "b"] }),
          "self.v >= oldSelf.v",
        ),
        "map",
        { "x-kubernetes-list-map-keys": ["k", "n", "b"] },
      ),
    }),
    ...updates([
      {
        l: [
          { k: "a", n: 1, b: true, v: 1 },
          { k: "a", n: 2, b: true, v: 1 },
        ],
      },
      {
        l: [
          { k: "a", n: 2, b: true, v: 0 },
          { k: "a", n: 1, b: false, v: 0 },
        ],
      },
    ]),
  ),
  updateCase(
    "a property inside an item of a list with keys has an old value",
    object({
      l: list(object({ k: text, v: withRules(integer, "self >= oldSelf") }, { required: ["k"] }), "map", keys),
    }),
    ...updates([{ l: [{ k: "a", v: 1 }] }, { l: [{ k: "b" }, { k: "a", v: 0 }] }]),
  ),
  updateCase(
    "an optional old value is empty at a create",
    withRules(object({ v: integer }), {
      rule: "oldSelf.hasValue() ? self.v >= oldSelf.value().v : self.v == 0",
      optionalOldSelf: true,
    }),
    ...specs({ v: 0 }, { v: 1 }),
    ...updates([{ v: 1 }, { v: 2 }], [{ v: 1 }, { v: 0 }]),
  ),
  updateCase(
    "an optional old value of a property is empty if the old object lacks it",
    object({
      v: withRules(integer, { rule: "oldSelf.optMap(o, o < self).orValue(self == 0)", optionalOldSelf: true }),
    }),
    ...specs({ v: 0 }, { v: 1 }, {}),
    ...updates([{}, { v: 1 }], [{ v: 0 }, { v: 1 }], [{ v: 1 }, { v: 0 }]),
  ),
  updateCase(
    "optionalOldSelf false is the default",
    withRules(object({ v: integer }), { rule: "self.v >= oldSelf.v", optionalOldSelf: false }),
    ...specs({ v: 0 }),
    ...updates([{ v: 1 }, { v: 0 }]),
  ),
  updateCase(
    "one node has rules with and without an optional old value",
    withRules(
      object({ v: integer }),
      { rule: "!oldSelf.hasValue() || self.v >= oldSelf.value().v", optionalOldSelf: true },
      "self.v > oldSelf.v",
      "self.v > 0",
    ),
    ...specs({ v: 0 }, { v: 1 }),
    ...updates([{ v: 1 }, { v: 1 }], [{ v: 2 }, { v: 0 }]),
  ),
  updateCase(
    "an unchanged value that violates a rule causes a warning",
    object({
      v: withRules(integer, "self > 5"),
      w: integer,
      o: withRules(object({ a: integer, b: integer }), "self.a > 5"),
    }),
    ...updates(
      [{ v: 1 }, { v: 1, w: 1 }],
      [{ v: 1 }, { v: 2 }],
      [{ v: 1 }, { v: 1 }],
      [{ o: { a: 1 } }, { o: { a: 1 }, w: 1 }],
      [{ o: { a: 1 } }, { o: { a: 1, b: 1 } }],
      [{ o: { a: 1, b: 1 } }, { o: { a: 1 } }],
    ),
  ),
  updateCase(
    "a rule about a change is an error although the value did not change",
    object({ v: withRules(integer, "self > oldSelf"), w: integer }),
    ...updates([{ v: 1 }, { v: 1, w: 1 }], [{ v: 1 }, { v: 2 }]),
  ),
  updateCase(
    "an unchanged list is compared as a whole unless it has keys",
    object({
      a: list(withRules(integer, "self > 5")),
      w: integer,
      s: list(withRules(text, "self.size() > 1"), "set"),
      l: list(entry("self.v > 5"), "map", keys),
    }),
    ...updates(
      [{ a: [1, 2] }, { a: [1, 2], w: 1 }],
      [{ a: [1, 2] }, { a: [1, 2, 9] }],
      [{ a: [1, 2] }, { a: [2, 1] }],
      [{ s: ["a", "b"] }, { s: ["b", "a"] }],
      [{ s: ["a", "b"] }, { s: ["a", "b"], w: 1 }],
      [
        {
          l: [
            { k: "a", v: 1 },
            { k: "b", v: 1 },
          ],
        },
        {
          l: [
            { k: "b", v: 1 },
            { k: "a", v: 1 },
          ],
        },
      ],
      [
        {
          l: [
            { k: "a", v: 1 },
            { k: "b", v: 1 },
          ],
        },
        {
          l: [
            { k: "b", v: 2 },
            { k: "a", v: 1 },
            { k: "c", v: 1 },
          ],
        },
      ],
      [{ l: [{ k: "a", v: 1, l: [1] }] }, { l: [{ k: "a", v: 1, l: [1, 2] }] }],
    ),
  ),
  updateCase(
    "an object with unknown members counts as changed",
    object({
      o: withRules(object({ a: integer }, { "x-kubernetes-preserve-unknown-fields": true }), "self.a > 5"),
      m: map(withRules(integer, "self > 5")),
      w: integer,
    }),
    ...updates(
      [{ o: { a: 1, x: 1 } }, { o: { a: 1, x: 1 }, w: 1 }],
      [{ o: { a: 1 } }, { o: { a: 1 }, w: 1 }],
      [{ m: { a: 1, b: 2 } }, { m: { a: 1, b: 3 } }],
      [{ m: { a: 1 } }, { m: { a: 1 }, w: 1 }],
    ),
  ),
  updateCase(
    "a failed evaluation is an error although the value did not change",
    object({ o: withRules(object({ a: integer, b: integer }), "self.a / self.b > 0"), w: integer }),
    ...updates(
      [{ o: { a: 1, b: 0 } }, { o: { a: 1, b: 0 }, w: 1 }],
      [{ o: { a: 1, b: 2 } }, { o: { a: 1, b: 2 }, w: 1 }],
    ),
  ),
  updateCase(
    "the reason, path and message of an unchanged value are in the warning",
    object({
      o: withRules(object({ a: integer }), {
        rule: "self.a > 5",
        reason: "FieldValueForbidden",
        fieldPath: ".a",
        messageExpression: "'a is ' + (self.a > 1 ? 'large' : 'small')",
      }),
      w: integer,
    }),
    ...updates([{ o: { a: 1 } }, { o: { a: 1 }, w: 1 }], [{ o: { a: 1 } }, { o: { a: 2 }, w: 1 }]),
  ),
  {
    title: "rules of the root count as changed if anything has changed",
    ids: ["CEL-04"],
    schema: withRules(root(object({ v: integer, w: integer })), "self.spec.v > 5"),
    objects: updates([{ v: 1 }, { v: 1 }], [{ v: 1 }, { v: 1, w: 1 }]),
  },
  {
    title: "rules about the names of the type see no unchanged value",
    ids: ["CEL-04"],
    schema: object({
      apiVersion: { type: "string" },
      kind: withRules({ type: "string" }, "self == 'other'"),
      spec: object({ v: integer }),
    }),
    objects: [...specs({}), ...updates([{}, { v: 1 }], [{}, {}])],
  },
  {
    title: "rules of the object's name",
    ids: ["CEL-10"],
    schema: object({
      metadata: object({ name: withRules({ type: "string" }, "self.startsWith('a')") }),
      spec: object({ v: integer }),
    }),
    objects: [...specs({}), ...updates([{}, { v: 1 }])],
  },
  {
    title: "rules of an embedded object",
    ids: ["CEL-10"],
    schema: root(
      object({
        e: withRules(
          object(
            {
              spec: object({ v: withRules(integer, "self > 5") }),
              metadata: object({
                name: withRules({ type: "string" }, "self == 'x'"),
                labels: map(withRules(text, "self == 'y'")),
              }),
            },
            { "x-kubernetes-embedded-resource": true },
          ),
          "self.metadata.name == 'z' && self.spec.v > self.metadata.name.size()",
        ),
      }),
    ),
    objects: [
      ...specs(
        { e: { apiVersion: "v1", kind: "Pod", metadata: { name: "w", labels: { a: "b" } }, spec: { v: 1 } } },
        { e: { apiVersion: "v1", kind: "Pod", spec: { v: 6 } } },
      ),
      ...updates([
        { e: { apiVersion: "v1", kind: "Pod", metadata: { name: "w" }, spec: { v: 1 } } },
        { e: { apiVersion: "v1", kind: "Pod", metadata: { name: "w" }, spec: { v: 2 } } },
      ]),
    ],
  },
  {
    title: "a rule of the metadata of an embedded object cannot access other fields than the names",
    ids: ["CEL-10"],
    schema: root(
      object({
        e: {
          ...object({
            metadata: withRules(
              object({ labels: map(text), name: withRules({ type: "string" }, "self == 'x'") }),
              "self.labels.size() > 0",
            ),
          }),
          "x-kubernetes-embedded-resource": true,
        },
      }),
    ),
    objects: specs({ e: { apiVersion: "v1", kind: "Pod", metadata: { name: "w", labels: { a: "b" } } } }),
  },
  {
    title: "rules below properties without a type are never checked",
    ids: ["CEL-11"],
    schema: root(
      object({
        l: list({ "x-kubernetes-preserve-unknown-fields": true, properties: { a: withRules(integer, "self > 5") } }),
        u: { "x-kubernetes-preserve-unknown-fields": true, properties: { a: withRules(integer, "self > 5") } },
      }),
    ),
    objects: specs({ l: [{ a: 1 }], u: { a: 1 } }),
  },
];
