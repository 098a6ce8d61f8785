import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import type { OpenJudge } from "../../check/judge.ts";
import { nestedSchema, type SchemaJson, specSchema, versionJson, widgetDefinition } from "../testing/definitions.ts";
import { type Ran, RecordedTerminal } from "../testing/recorded-terminal.ts";
import { type CrdDiffCommand, type CrdDiffServices, crdDiff } from "./crd-diff.ts";

const databaseFile = fileURLToPath(
  new URL("../../../../test/support/definitions/database-cluster.yaml", import.meta.url),
);

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
});
afterEach(() => terminal[Symbol.dispose]());

const unused = (): never => {
  throw new Error("this test needs no server");
};

async function run(options: Partial<CrdDiffCommand> = {}, services: Partial<CrdDiffServices> = {}): Promise<Ran> {
  const command: CrdDiffCommand = {
    oldFile: "old.json",
    newFile: "new.json",
    objects: { files: [], recursive: false },
    usesServerObjects: false,
    output: "text",
    vocabulary: vocabularies.orch,
    ...options,
  };
  const none = { openJudge: unused, serverDefinition: unused, serverObjects: unused };
  return await terminal.run((to) => crdDiff(command, { ...none, ...services, terminal: to }));
}

interface JsonChange {
  readonly class: string;
  readonly path: string;
  readonly text: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly version?: string;
}

/** Returns the changes between two definitions, as `-o json` prints them. */
async function changesOf(old: object, now: object): Promise<readonly JsonChange[]> {
  terminal.write("old.json", old);
  terminal.write("new.json", now);
  const { out, code } = await run({ output: "json" });
  const { changes, isBreaking } = JSON.parse(out) as { changes: readonly JsonChange[]; isBreaking: boolean };
  expect(code).toBe(isBreaking ? 1 : 0);
  expect(isBreaking).toBe(changes.some((change) => change.class !== "warning"));
  return changes;
}

const withSpec = (properties: SchemaJson, others?: SchemaJson): object =>
  widgetDefinition([versionJson(specSchema(properties, others))]);

const text = { type: "string" };
const list = (others: SchemaJson): SchemaJson => ({
  type: "array",
  items: { type: "object", properties: { k: text } },
  ...others,
});
const keyed = { "x-orch-list-type": "map", "x-orch-list-map-keys": ["k"] };
const open = { "x-orch-preserve-unknown-fields": true };
const object = (properties: SchemaJson, others: SchemaJson = {}): SchemaJson => ({
  type: "object",
  properties,
  ...others,
});
const map = (values: unknown, others: SchemaJson = {}): SchemaJson => ({
  type: "object",
  additionalProperties: values,
  ...others,
});

describe("changes of a field", () => {
  test.each([
    ["another type", text, { type: "integer" }, "breaks-clients", "has another type"],
    ["a number that becomes an integer", { type: "number" }, { type: "integer" }, "breaks-clients", "has another type"],
    ["an integer that becomes a number", { type: "integer" }, { type: "number" }, "warning", "can have further types"],
    ["int-or-string that becomes a text", { "x-orch-int-or-string": true }, text, "breaks-clients", "has another type"],
    ["a text that becomes int-or-string", text, { "x-orch-int-or-string": true }, "warning", "can have further types"],
    ["any value that becomes a text", open, text, "breaks-clients", "has another type"],
    ["a new enum", text, { ...text, enum: ["a"] }, "breaks-clients", "accepts only some values"],
    [
      "a value of an enum",
      { ...text, enum: ["a", "b"] },
      { ...text, enum: ["b", "c"] },
      "breaks-clients",
      'no longer accepts "a"',
    ],
    ["a new maximum", { type: "integer" }, { type: "integer", maximum: 5 }, "breaks-clients", "gets maximum"],
    [
      "a lower maximum",
      { type: "integer", maximum: 6 },
      { type: "integer", maximum: 5 },
      "breaks-clients",
      "has a lower maximum",
    ],
    [
      "a higher minimum",
      { type: "integer", minimum: 0 },
      { type: "integer", minimum: 1 },
      "breaks-clients",
      "has a higher minimum",
    ],
    [
      "an exclusive maximum",
      { type: "integer", maximum: 5 },
      { type: "integer", maximum: 5, exclusiveMaximum: true },
      "breaks-clients",
      "excludes the maximum itself",
    ],
    [
      "a lower maxLength",
      { ...text, maxLength: 9 },
      { ...text, maxLength: 8 },
      "breaks-clients",
      "has a lower maxLength",
    ],
    ["a new minLength", text, { ...text, minLength: 1 }, "breaks-clients", "gets minLength"],
    ["a lower maxItems", list({ maxItems: 2 }), list({ maxItems: 1 }), "breaks-stored-objects", "has a lower maxItems"],
    ["a new minItems", list({}), list({ minItems: 1 }), "breaks-stored-objects", "gets minItems"],
    [
      "a lower maxProperties",
      map(text, { maxProperties: 2 }),
      map(text, { maxProperties: 1 }),
      "breaks-stored-objects",
      "has a lower maxProperties",
    ],
    [
      "another factor",
      { type: "integer", multipleOf: 6 },
      { type: "integer", multipleOf: 4 },
      "breaks-clients",
      "must be a multiple",
    ],
    ["a new pattern", text, { ...text, pattern: "^a" }, "breaks-clients", "gets a pattern"],
    [
      "another pattern",
      { ...text, pattern: "^a" },
      { ...text, pattern: "^b" },
      "breaks-clients",
      "has another pattern",
    ],
    ["a new format", text, { ...text, format: "date-time" }, "breaks-clients", "gets a format"],
    [
      "another format",
      { ...text, format: "uuid" },
      { ...text, format: "uuid4" },
      "breaks-clients",
      "has another format",
    ],
    [
      "a format instead of an unknown one",
      { ...text, format: "x" },
      { ...text, format: "ipv4" },
      "breaks-clients",
      "gets a format",
    ],
    [
      "an excluded minimum of an integer",
      { type: "integer", minimum: 0 },
      { type: "integer", minimum: 0, exclusiveMinimum: true },
      "breaks-clients",
      "excludes the minimum itself",
    ],
    [
      "a number that excludes a lower minimum",
      { type: "number", minimum: 0, exclusiveMinimum: true },
      { type: "number", minimum: 1 },
      "breaks-clients",
      "has a higher minimum",
    ],
    [
      "a lower limit in allOf",
      { ...text, maxLength: 9 },
      { ...text, allOf: [{ maxLength: 8 }] },
      "breaks-clients",
      "has a lower maxLength",
    ],
    [
      "a second pattern in allOf",
      { ...text, pattern: "^a" },
      { ...text, pattern: "^a", allOf: [{ pattern: "b$" }] },
      "breaks-clients",
      "gets allOf",
    ],
    ["nullable", { ...text, nullable: true }, text, "breaks-clients", "can no longer be null"],
    ["a set", list({}), list({ "x-orch-list-type": "set" }), "breaks-clients", "is another type of list"],
    ["a list with keys", list({}), list(keyed), "breaks-clients", "is another type of list"],
    [
      "other keys",
      list(keyed),
      list({ ...keyed, "x-orch-list-map-keys": ["k", "l"] }),
      "breaks-clients",
      "has other keys",
    ],
    ["a list as a whole", list(keyed), list({}), "warning", "is merged as a whole"],
    ["a map as a whole", map(text), map(text, { "x-orch-map-type": "atomic" }), "warning", "is merged in another way"],
    ["a rule", text, { ...text, "x-orch-validations": [{ rule: "self != 'a'" }] }, "breaks-clients", "gets a rule"],
    [
      "a rule about changes",
      text,
      { ...text, "x-orch-validations": [{ rule: "self == oldSelf" }] },
      "breaks-clients",
      "gets a rule about its changes",
    ],
    ["a condition", text, { ...text, oneOf: [{ pattern: "a" }] }, "breaks-clients", "gets oneOf"],
    [
      "another condition",
      { ...text, not: { enum: ["a"] } },
      { ...text, not: { enum: ["b"] } },
      "breaks-clients",
      "has another not",
    ],
    [
      "a rule for an object",
      object({ x: text }),
      object({ x: text }, { "x-orch-validations": [{ rule: "has(self.x)" }] }),
      "breaks-stored-objects",
      "gets a rule",
    ],
    [
      "a condition for an object",
      object({ x: text }),
      object({ x: text }, { oneOf: [{ required: ["x"] }] }),
      "breaks-stored-objects",
      "gets oneOf",
    ],
    ["a new default", text, { ...text, default: "a" }, "warning", "gets a default"],
    ["another default", { ...text, default: "a" }, { ...text, default: "b" }, "warning", "has another default"],
    ["no default", { ...text, default: "a" }, text, "warning", "no longer has a default"],
    ["unknown fields", object({ a: text }, open), object({ a: text }), "loses-data", "no longer keeps unknown fields"],
    ["a map that becomes an object", map(text), object({ a: text }), "loses-data", "is no longer a map"],
    [
      "a map of anything that becomes a map of texts",
      map(true),
      map(text),
      "breaks-clients",
      "checks the values of all members",
    ],
    [
      "an embedded resource",
      object({}, open),
      object({}, { ...open, "x-orch-embedded-resource": true }),
      "breaks-stored-objects",
      "must be an API object",
    ],
  ])("crd diff reports %s", async (_name, before, after, changeClass, expected) => {
    const changes = await changesOf(withSpec({ a: before }), withSpec({ a: after }));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ class: changeClass, version: "v1", path: "spec.a" });
    expect(changes[0]?.text).toContain(expected);
  });

  test.each([
    ["a new optional field", {}, { a: text }],
    ["a higher maximum", { a: { type: "integer", maximum: 5 } }, { a: { type: "integer", maximum: 6 } }],
    ["a lower minimum", { a: { type: "integer", minimum: 5 } }, { a: { type: "integer" } }],
    ["a smaller factor", { a: { type: "integer", multipleOf: 6 } }, { a: { type: "integer", multipleOf: 3 } }],
    ["further values", { a: { ...text, enum: ["a"] } }, { a: { ...text, enum: ["a", "b"] } }],
    ["no enum", { a: { ...text, enum: ["a"] } }, { a: text }],
    ["null", { a: text }, { a: { ...text, nullable: true } }],
    ["another description", { a: text }, { a: { ...text, description: "Text." } }],
    [
      "another message of a rule",
      { a: { ...text, "x-orch-validations": [{ rule: "true" }] } },
      { a: { ...text, "x-orch-validations": [{ rule: "true", message: "b" }] } },
    ],
    ["a removed rule", { a: { ...text, "x-orch-validations": [{ rule: "true" }] } }, { a: text }],
    [
      "a minimum of an integer instead of an excluded one",
      { a: { type: "integer", minimum: 0, exclusiveMinimum: true } },
      { a: { type: "integer", minimum: 1 } },
    ],
    [
      "a maximum of an integer instead of an excluded one",
      { a: { type: "integer", maximum: 9, exclusiveMaximum: true } },
      { a: { type: "integer", maximum: 8 } },
    ],
    [
      "a limit that leaves allOf",
      { a: { ...text, allOf: [{ minLength: 2 }, { pattern: "^a" }, { pattern: "b$" }] } },
      { a: { ...text, minLength: 2, pattern: "^a", allOf: [{ pattern: "b$" }] } },
    ],
    [
      "a limit that moves to allOf",
      { a: { type: "integer", minimum: 2, exclusiveMinimum: true } },
      { a: { type: "integer", allOf: [{ minimum: 2, exclusiveMinimum: true }] } },
    ],
    [
      "another order in oneOf",
      { a: { ...text, oneOf: [{ pattern: "^a" }, { enum: ["b", "c"] }] } },
      { a: { ...text, oneOf: [{ enum: ["c", "b"] }, { pattern: "^a" }] } },
    ],
    [
      "the usual condition of int-or-string",
      { a: { "x-orch-int-or-string": true } },
      { a: { "x-orch-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] } },
    ],
  ])("crd diff does not report %s", async (_name, before, after) => {
    expect(await changesOf(withSpec(before), withSpec(after))).toEqual([]);
  });

  test.each([
    ["integer", "int32", "int64"],
    ["integer", "int64", "int32"],
    ["integer", undefined, "int32"],
    ["number", undefined, "float"],
    ["string", undefined, "unknown-format"],
    ["string", undefined, "password"],
    ["string", "date-time", "datetime"],
    ["boolean", undefined, "date"],
  ])(
    "crd diff does not report the formats of the type %s that no server checks: %s -> %s",
    async (type, before, after) => {
      expect(
        await changesOf(withSpec({ a: { type, format: before } }), withSpec({ a: { type, format: after } })),
      ).toEqual([]);
    },
  );

  test("crd diff reports values before and after a change", async () => {
    const [change] = await changesOf(
      withSpec({ a: { type: "integer", maximum: 6 } }),
      withSpec({ a: { type: "integer", maximum: 5 } }),
    );
    expect(change).toMatchObject({ before: 6, after: 5 });
  });

  test("crd diff reports removed fields at any depth, with their paths", async () => {
    const before = {
      list: list({}),
      "a.b": object({ x: text, y: text }),
      m: map(object({ z: text, open: text })),
      gone: text,
    };
    const after = {
      list: { type: "array", items: { type: "object", properties: {} } },
      "a.b": object({ y: text }),
      m: map(object({ open: text })),
    };
    expect((await changesOf(withSpec(before), withSpec(after))).map(({ class: of, path }) => [of, path])).toEqual([
      ["loses-data", "spec.list[*].k"],
      ["loses-data", 'spec["a.b"].x'],
      ["loses-data", "spec.m[*].z"],
      ["loses-data", "spec.gone"],
    ]);
  });

  test("a rule for a part of a list item breaks stored objects, unless items have keys", async () => {
    const items = (limits: SchemaJson): SchemaJson => ({
      type: "array",
      items: { type: "object", properties: { k: text, a: { ...text, ...limits } } },
    });
    const lists = (limits: SchemaJson): object =>
      withSpec({ plain: items(limits), keyed: { ...items(limits), ...keyed } });
    expect(await changesOf(lists({}), lists({ maxLength: 1 }))).toMatchObject([
      { class: "breaks-stored-objects", path: "spec.plain[*].a" },
      { class: "breaks-clients", path: "spec.keyed[*].a" },
    ]);
  });

  test("a removed field is only a warning where unknown fields are kept", async () => {
    expect(await changesOf(withSpec({ a: text }, open), withSpec({}, open))).toMatchObject([
      { class: "warning", path: "spec.a" },
    ]);
  });

  const short = { ...text, maxLength: 2 };
  const rootOf = (properties: SchemaJson, others: SchemaJson = {}): object =>
    widgetDefinition([versionJson(object(properties, others))]);

  test("crd diff reports limits of the name, which every object has", async () => {
    const metadata = object({ name: short });
    expect(await changesOf(rootOf({}), rootOf({ metadata }))).toMatchObject([
      { class: "breaks-clients", path: "metadata.name", text: "gets maxLength", after: 2 },
    ]);
    expect(await changesOf(rootOf({ metadata }), rootOf({}))).toEqual([]);
    expect(
      await changesOf(rootOf({}), rootOf({ metadata: object({ name: text }) }, { required: ["metadata"] })),
    ).toEqual([]);
    const embedded = (members: SchemaJson): object =>
      withSpec({ a: object(members, { ...open, "x-orch-embedded-resource": true }) });
    expect(await changesOf(embedded({}), embedded({ metadata }))).toMatchObject([
      { class: "breaks-clients", path: "spec.a.metadata.name" },
    ]);
    expect(await changesOf(embedded({}), embedded({ metadata: object({ labels: map(text) }) }))).toEqual([]);
  });

  test("crd diff reports types of fields that could have any value", async () => {
    const anyToText = { class: "breaks-clients", text: "has another type", before: "any", after: "string" };
    expect(
      await changesOf(withSpec({ a: object({}, open) }), withSpec({ a: object({ b: short }, open) })),
    ).toMatchObject([
      { ...anyToText, path: "spec.a.b" },
      { class: "breaks-clients", path: "spec.a.b", text: "gets maxLength" },
    ]);
    expect(await changesOf(rootOf({}, open), rootOf({ spec: object({ f: text }) }, open))).toMatchObject([
      { class: "breaks-clients", path: "spec", before: "any", after: "object" },
      { ...anyToText, path: "spec.f" },
      { class: "loses-data", path: "spec" },
    ]);
    const texts = { type: "array", items: text };
    expect(await changesOf(withSpec({ a: open }), withSpec({ a: texts }))).toMatchObject([
      { class: "breaks-clients", path: "spec.a", before: "any", after: "array" },
      { ...anyToText, class: "breaks-stored-objects", path: "spec.a[*]" },
    ]);
    // A member that accepts anything stays as it was, also with a default.
    const anything = { a: { ...open, default: "x" } };
    expect(await changesOf(withSpec({}, open), withSpec(anything, open))).toEqual([]);
  });

  test("crd diff reports lost fields and types of others if unknown fields are no longer kept", async () => {
    expect(await changesOf(withSpec({}, open), withSpec({ a: text }))).toMatchObject([
      { class: "breaks-clients", path: "spec.a", text: "has another type" },
      { class: "loses-data", path: "spec", text: "no longer keeps unknown fields; the server drops them" },
    ]);
    expect(
      await changesOf(withSpec({ m: map(text) }), withSpec({ m: object({ a: { type: "integer" } }) })),
    ).toMatchObject([
      { class: "breaks-clients", path: "spec.m.a", before: "string", after: "integer" },
      { class: "loses-data", path: "spec.m" },
    ]);
  });

  test("crd diff reports required fields without a default", async () => {
    const defaulted = { ...text, default: "a" };
    expect(
      await changesOf(
        withSpec({ a: text }),
        withSpec({ a: text, b: text, c: defaulted }, { required: ["a", "b", "c"] }),
      ),
    ).toMatchObject([
      { class: "breaks-stored-objects", path: "spec.a", text: "becomes required and has no default" },
      { class: "breaks-stored-objects", path: "spec.b" },
    ]);
    expect(
      await changesOf(withSpec({ a: defaulted }, { required: ["a"] }), withSpec({ a: text }, { required: ["a"] })),
    ).toMatchObject([
      { class: "breaks-stored-objects", path: "spec.a", text: "is required and no longer has a default" },
    ]);
  });

  test("crd diff compares definitions of different vocabularies", async () => {
    const json = JSON.stringify(withSpec({ a: list(keyed) }));
    const other = JSON.parse(json.replaceAll("x-orch-", "x-kubernetes-").replaceAll(".orch.io", ".k8s.io")) as object;
    expect(await changesOf(withSpec({ a: list(keyed) }), other)).toEqual([]);
  });
});

describe("changes of a definition", () => {
  const empty = { type: "object" };
  const two = (first: SchemaJson, second: SchemaJson): object =>
    widgetDefinition([versionJson(empty, { name: "v1", ...first }), versionJson(empty, { name: "v2", ...second })]);
  const [stored, served] = [{}, { storage: false }];

  test.each([
    [
      "a version that is not served",
      two(stored, served),
      two(stored, { ...served, served: false }),
      [["breaks-clients", "spec.versions[v2]"]],
    ],
    [
      "a removed version",
      two(stored, served),
      widgetDefinition([versionJson(empty)]),
      [["breaks-clients", "spec.versions[v2]"]],
    ],
    [
      "a removed storage version",
      two({ ...served, served: false }, stored),
      widgetDefinition([versionJson(empty)]),
      [
        ["breaks-clients", "spec.versions[v2]"],
        ["breaks-stored-objects", "spec.versions[v2]"],
        ["warning", "spec.versions[*].storage"],
      ],
    ],
    ["another storage version", two(stored, served), two(served, stored), [["warning", "spec.versions[*].storage"]]],
    ["a deprecated version", two(stored, served), two(stored, { ...served, deprecated: true }), [["warning", ""]]],
    [
      "another scope",
      two(stored, served),
      { ...two(stored, served), spec: { ...(two(stored, served) as { spec: object }).spec, scope: "Cluster" } },
      [["loses-data", "spec.scope"]],
    ],
    [
      "a status that is new",
      two(stored, served),
      two({ subresources: { status: {} } }, served),
      [["breaks-clients", "subresources.status"]],
    ],
    [
      "a status that is removed",
      two({ subresources: { status: {} } }, served),
      two(stored, served),
      [["breaks-clients", "subresources.status"]],
    ],
    [
      "another scale",
      two({ subresources: { scale: { specReplicasPath: ".a" } } }, served),
      two({ subresources: { scale: { specReplicasPath: ".b" } } }, served),
      [["breaks-clients", "subresources.scale"]],
    ],
    [
      "a selectable field",
      two({ selectableFields: [{ jsonPath: ".a" }] }, served),
      two(stored, served),
      [["breaks-clients", "selectableFields"]],
    ],
  ] as const)("crd diff reports %s", async (_name, before, after, expected) => {
    const changes = await changesOf(before, after);
    expect(changes.map(({ class: of, path }) => [of, path])).toEqual(expected);
  });

  test("crd diff reports other names", async () => {
    const names = {
      kind: "Widget",
      listKind: "WidgetList",
      plural: "widgets",
      singular: "widget",
      shortNames: ["w", "wd"],
      categories: ["all"],
    };
    const before = widgetDefinition([versionJson(empty)], { names });
    const other = { kind: "Gadget", listKind: "GadgetList", plural: "gadgets", singular: "gadget", shortNames: ["w"] };
    const changes = await changesOf(before, widgetDefinition([versionJson(empty)], { names: other }));
    expect(changes.map(({ class: of, path }) => [of, path])).toEqual([
      ["loses-data", "spec.names.plural"],
      ["breaks-clients", "spec.names.kind"],
      ["breaks-clients", "spec.names.listKind"],
      ["warning", "spec.names.singular"],
      ["warning", "spec.names.shortNames"],
      ["warning", "spec.names.categories"],
    ]);
  });

  test("crd diff reports fields that a change of the storage version drops", async () => {
    const schemas = [specSchema({ a: text, b: text }), specSchema({ a: text })] as const;
    const versions = (isStored: boolean): readonly SchemaJson[] => [
      versionJson(schemas[0], { name: "v1", storage: isStored }),
      versionJson(schemas[1], { name: "v2", storage: !isStored }),
    ];
    const changes = await changesOf(widgetDefinition(versions(true)), widgetDefinition(versions(false)));
    expect(changes).toMatchObject([
      { class: "warning", path: "spec.versions[*].storage", before: "v1", after: "v2" },
      { class: "loses-data", version: "v2", path: "spec.b" },
    ]);
    const conversion = { conversion: { strategy: "Webhook" } };
    expect(
      await changesOf(widgetDefinition(versions(true), conversion), widgetDefinition(versions(false), conversion)),
    ).toHaveLength(1);
  });

  test("crd diff reports a definition without a successor", async () => {
    const other = { ...widgetDefinition([versionJson(empty)]), metadata: { name: "gadgets.example.com" } };
    terminal.write("old.json", {
      apiVersion: "v1",
      kind: "List",
      items: [widgetDefinition([versionJson(empty)]), other],
    });
    terminal.write("new.json", other);
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toBe(
      "widgets.example.com: loses data: the object has no definition any more; deleting a definition deletes all objects of its type\n" +
        "1 change: 1 loses data\n",
    );
  });
});

describe("output", () => {
  test("crd diff prints a line per change, the most serious first, and a summary", async () => {
    terminal.write(
      "old.json",
      withSpec({ a: { ...text, maxLength: 9 }, b: text, c: { ...text, default: "x" }, d: text }),
    );
    terminal.write(
      "new.json",
      withSpec(
        { a: { ...text, maxLength: 8 }, c: { ...text, default: "y" }, d: { ...text, pattern: "^\u001b[0m" } },
        { required: ["a"] },
      ),
    );
    expect(await run()).toEqual({
      code: 1,
      out: `widgets.example.com v1: loses data: spec.b is removed; the server drops its values
widgets.example.com v1: breaks stored objects: spec.a becomes required and has no default
widgets.example.com v1: breaks clients: spec.a has a lower maxLength: 9 -> 8
widgets.example.com v1: breaks clients: spec.d gets a pattern: ^\\x1b[0m
widgets.example.com v1: warning: spec.c has another default, also in stored objects without a value: x -> y
5 changes: 1 loses data, 1 breaks stored objects, 2 breaks clients, 1 warning
`,
    });
  });

  test("crd diff finds no change between equal definitions, also of hundreds of fields and levels", async () => {
    expect(await run({ oldFile: databaseFile, newFile: databaseFile })).toEqual({
      code: 0,
      out: "no change that clients or objects notice\n",
    });
    const deep = widgetDefinition([versionJson(nestedSchema(480))]);
    expect(await changesOf(deep, deep)).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, text]));
    expect(await changesOf(withSpec(wide), withSpec({}))).toHaveLength(5000);
  });

  test("crd diff does not print that objects notice no change if one becomes invalid", async () => {
    terminal.write("old.json", withSpec({}));
    terminal.write("new.json", withSpec({}));
    terminal.write("objects.json", { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } });
    let opened = 0;
    const openJudge: OpenJudge = async () => {
      const errors = opened++ === 0 ? [] : [{ text: "spec: wrong" }];
      return {
        judge: async () => ({ errors, warnings: [] }),
        define: async () => ({ errors: [], warnings: [] }),
        [Symbol.asyncDispose]: async () => undefined,
      };
    };
    expect(await run({ objects: { files: ["objects.json"], recursive: false } }, { openJudge })).toEqual({
      code: 1,
      out:
        "Widget a: becomes invalid: spec: wrong\n" +
        "the comparison of the definitions finds no change, but objects notice one; 1 of 1 object would become invalid or lose data\n",
    });
  });

  test("crd diff reports files that have no definition", async () => {
    terminal.write("old.json", { apiVersion: "v1", kind: "ConfigMap" });
    terminal.write("new.json", withSpec({}));
    await expect(run()).rejects.toThrow("old.json: there is no CustomResourceDefinition");
    await expect(run({ oldFile: join(terminal.path, "none.json") })).rejects.toThrow("there is no such file or folder");
  });
});
