import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CompiledFolder } from "../../../../test/support/compiled-folder.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { nestedSchema, type SchemaJson, specSchema, versionJson, widgetDefinition } from "../testing/definitions.ts";
import { RecordedTerminal } from "../testing/recorded-terminal.ts";
import { type TypesCommand, types } from "./types.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const databaseFile = join(root, "test/support/definitions/database-cluster.yaml");

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
});
afterEach(() => terminal[Symbol.dispose]());

async function typesOf(files: readonly string[], options: Partial<TypesCommand> = {}, input?: string): Promise<string> {
  const command = { files, recursive: false, version: undefined, outputFile: undefined, vocabulary: vocabularies.orch };
  const { out, code } = await terminal.run((to) => types({ ...command, ...options }, to), input);
  expect(code).toBe(0);
  return out;
}

/** Returns the types of a spec with these fields. */
async function typesOfSpec(properties: SchemaJson, others: SchemaJson = {}): Promise<string> {
  terminal.write("crd.json", widgetDefinition([versionJson(specSchema(properties, others))]));
  return await typesOf(["crd.json"]);
}

describe("types", () => {
  test("types prints an interface of the kind and a constant for the typed client", async () => {
    terminal.write("crd.json", widgetDefinition([versionJson({ type: "object", description: "A thing." })]));
    expect(await typesOf(["crd.json"])).toBe(`/** Types of widgets.example.com v1. Printed by \`orch types\`. */
import type { ObjectMeta } from "orch/api";
import type { KindNames } from "orch/client";

/** A thing. */
export interface Widget {
  kind: "Widget";
  apiVersion: "example.com/v1";
  metadata: ObjectMeta;
}

/** The kind Widget, for \`client.api(widget)\`. */
export const widget: KindNames<Widget> = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
};
`);
  });

  test.each([
    ["a text", { type: "string", format: "date-time" }, "a?: string;"],
    ["an integer", { type: "integer" }, "a?: number;"],
    ["a boolean that can be null", { type: "boolean", nullable: true }, "a?: boolean | null;"],
    ["an enum", { type: "string", enum: ["x", 'y"', "x"] }, 'a?: "x" | "y\\"";'],
    ["an enum of numbers with null", { type: "integer", enum: [null, 1, 2], nullable: true }, "a?: 1 | 2 | null;"],
    ["an integer or text", { "x-orch-int-or-string": true }, "a?: number | string;"],
    ["a list", { type: "array", items: { type: "string" } }, "a?: string[];"],
    [
      "a list of unions",
      { type: "array", items: { "x-orch-int-or-string": true, nullable: true } },
      "a?: (number | string | null)[];",
    ],
    ["a list without a type of items", { type: "array" }, "a?: unknown[];"],
    ["a map", { type: "object", additionalProperties: { type: "integer" } }, "a?: { [name: string]: number };"],
    [
      "a map of lists",
      { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      "a?: { [name: string]: string[] };",
    ],
    ["a map of anything", { type: "object", additionalProperties: true }, "a?: { [name: string]: unknown };"],
    [
      "an object with unknown fields",
      { type: "object", "x-orch-preserve-unknown-fields": true },
      "a?: { [name: string]: unknown };",
    ],
    ["an object without fields", { type: "object" }, "a?: { [name: string]: never };"],
    ["any value", { "x-orch-preserve-unknown-fields": true, nullable: true }, "a?: unknown;"],
    ["a schema of the other vocabulary", { "x-kubernetes-int-or-string": true }, "a?: unknown;"],
  ])("types prints %s", async (_name, schema, expected) => {
    expect(await typesOfSpec({ a: schema })).toContain(`\n  ${expected}\n`);
  });

  test("a property is required if the schema requires it and has no default", async () => {
    const text = { type: "string" };
    const out = await typesOfSpec(
      { a: text, b: { ...text, default: "x" }, c: { ...text, description: "Third." } },
      { required: ["a", "b"] },
    );
    expect(out).toContain(
      'export interface WidgetSpec {\n  a: string;\n  /** Default: "x" */\n  b?: string;\n  /** Third. */\n  c?: string;\n}',
    );
  });

  test("an object with fields and unknown fields has an index signature", async () => {
    const schema = { type: "object", properties: { b: { type: "string" } }, "x-orch-preserve-unknown-fields": true };
    expect(await typesOfSpec({ a: schema })).toContain(
      "export interface WidgetSpecA {\n  b?: string;\n  [name: string]: unknown;\n}",
    );
  });

  test("an embedded resource has the fields of an API object", async () => {
    const properties = {
      metadata: { type: "object" },
      spec: { type: "object", properties: { b: { type: "string" } } },
    };
    expect(await typesOfSpec({ a: { type: "object", "x-orch-embedded-resource": true, properties } })).toContain(
      "export interface WidgetSpecA {\n  kind: string;\n  apiVersion: string;\n  metadata?: ObjectMeta;\n  spec?: WidgetSpecASpec;\n}",
    );
  });

  test("names that are not identifiers are quoted, and names of types do not collide", async () => {
    const object = { type: "object", properties: { x: { type: "string" } } };
    const out = await typesOfSpec({
      "a-b": object,
      aB: object,
      "a b": object,
      "": object,
      "1": object,
      constructor: object,
    });
    expect(out).toContain('"a-b"?: WidgetSpecAB;\n  aB?: WidgetSpecAB2;\n  "a b"?: WidgetSpecAB3;');
    expect(out).toContain('"1"?: WidgetSpec_1;');
    expect(out).toContain('""?: WidgetSpec_;');
    expect(out).toContain('constructor?: WidgetSpecConstructor | {}["constructor"];');
  });

  test("descriptions cannot end the comment or control a terminal", async () => {
    const out = await typesOfSpec({ a: { type: "string", description: "one */ two\u001b[2J\n\tthree\n" } });
    expect(out).toContain("  /**\n   * one *\\/ two\\x1b[2J\n   *   three\n   */\n  a?: string;");
  });

  test("long descriptions are wrapped", async () => {
    const out = await typesOfSpec({ a: { type: "string", description: "word ".repeat(100) } });
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(out.match(/word/g)).toHaveLength(100);
  });

  test("types prefers the served version that the server prefers", async () => {
    const names = ["v1beta2", "v2alpha1", "v10", "v2", "v11", "other"];
    const versions = names.map((name) => versionJson({ type: "object" }, { name, served: name !== "v11" }));
    terminal.write("crd.json", widgetDefinition(versions));
    expect(await typesOf(["crd.json"])).toContain('apiVersion: "example.com/v10"');
    expect(await typesOf(["crd.json"], { version: "v2alpha1" })).toContain('apiVersion: "example.com/v2alpha1"');
    await expect(typesOf(["crd.json"], { version: "v3" })).rejects.toThrow(
      "crd.json:1: widgets.example.com has no version v3; it has: v1beta2, v2alpha1, v10, v2, v11, other",
    );
  });

  test("types reads several definitions from one file and skips other objects", async () => {
    const definition = widgetDefinition([versionJson({ type: "object" })]);
    const cluster = widgetDefinition([versionJson({ type: "object" })], { scope: "Cluster" });
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    const input = [definition, map, { apiVersion: "v1", kind: "List", items: [cluster] }].map((one) =>
      JSON.stringify(one),
    );
    const out = await typesOf(["-"], {}, input.join("\n---\n"));
    expect(out).toContain("export const widget: KindNames<Widget> =");
    expect(out).toContain("export const widget2: KindNames<Widget2> =");
    expect(out).toContain('scope: "Cluster"');
  });

  test("types reports a file without a definition, and text that is not YAML", async () => {
    terminal.write("map.yaml", "apiVersion: v1\nkind: ConfigMap\n");
    await expect(typesOf(["map.yaml"])).rejects.toThrow("map.yaml: there is no CustomResourceDefinition");
    terminal.write("other.yaml", "apiVersion: example.com/v1\nkind: CustomResourceDefinition\n");
    await expect(typesOf(["other.yaml"])).rejects.toThrow("there is no CustomResourceDefinition");
    terminal.write("empty.yaml", "apiVersion: apiextensions.orch.io/v1\nkind: CustomResourceDefinition\n");
    await expect(typesOf(["empty.yaml"])).rejects.toThrow("has no kind");
    terminal.write("broken.yaml", "a: [\n");
    await expect(typesOf(["broken.yaml"])).rejects.toThrow("broken.yaml:1: line");
  });

  test("types converts a definition of the removed version v1beta1", async () => {
    const validation = { openAPIV3Schema: specSchema({ a: { type: "string" } }) };
    terminal.write("old.json", {
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        version: "v1alpha1",
        names: { kind: "Widget", plural: "widgets" },
        scope: "Cluster",
        validation,
      },
    });
    const out = await typesOf(["old.json"]);
    expect(out).toContain('apiVersion: "example.com/v1alpha1"');
    expect(out).toContain("export interface WidgetSpec {\n  a?: string;\n");
  });

  test("types does not print types of metadata that the definition declares", async () => {
    const named = { metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } } };
    const embedded = { type: "object", "x-orch-embedded-resource": true, properties: named };
    terminal.write("crd.json", widgetDefinition([versionJson({ type: "object", properties: { ...named, embedded } })]));
    const printed = await typesOf(["crd.json"]);
    expect(printed.match(/^export interface \w+/gm)).toEqual([
      "export interface Widget",
      "export interface WidgetEmbedded",
    ]);
    expect(printed.match(/metadata\??: \w+/g)).toEqual(["metadata: ObjectMeta", "metadata?: ObjectMeta"]);
  });

  test("types writes a file", async () => {
    terminal.write("crd.json", widgetDefinition([versionJson({ type: "object" })]));
    expect(await typesOf(["crd.json"], { outputFile: "widget.ts" })).toBe("");
    expect(await readFile(join(terminal.path, "widget.ts"), "utf8")).toContain("export interface Widget {");
    await expect(typesOf(["crd.json"], { outputFile: "no/such/folder.ts" })).rejects.toThrow("ENOENT");
  });
});

describe("compiled types", () => {
  /** A program that uses the types. Each line after `@ts-expect-error` must be an error. */
  const program = `
import { Client, type Transport } from "orch/client";
import { databaseCluster, type DatabaseCluster } from "./database.ts";
declare const transport: Transport;
const clusters = new Client({ transport }).api(databaseCluster, "shop");
const storage = { size: "10Gi" };
const created: DatabaseCluster = await clusters.create({ metadata: { name: "a" }, spec: { engine: "postgres", storage } });
const phase: string | undefined = created.status?.phase;
await clusters.update({ ...created, spec: { ...created.spec, instances: 3 } });
await clusters.apply("a", { spec: { instances: 2, podTemplate: null } }, { fieldManager: "me" });
for await (const { object } of clusters.watch()) console.log(object.spec.users?.[0]?.validUntil ?? phase);
// @ts-expect-error: the engine is unknown
await clusters.create({ metadata: { name: "a" }, spec: { engine: "db2", storage } });
// @ts-expect-error: the storage is missing
await clusters.create({ metadata: { name: "a" }, spec: { engine: "mysql" } });
// @ts-expect-error: there is no such field
console.log(created.spec.instance);
// @ts-expect-error: a list is no text
await clusters.apply("a", { spec: { users: "root" } }, { fieldManager: "me" });
`;

  const inheritedProgram = `
import { Client, type Transport } from "orch/client";
import { widget } from "./inherited.ts";
declare const transport: Transport;
const widgets = new Client({ transport }).api(widget, "shop");
const { spec } = await widgets.create({ metadata: { name: "a" }, spec: {} });
const read: string = typeof spec?.constructor === "string" ? spec.constructor : "none";
await widgets.create({ metadata: { name: "a" }, spec: { constructor: read, valueOf: "b", list: [{ toString: "c" }] } });
// @ts-expect-error: a program reads the inherited function if the object does not have the field
const text: string | undefined = spec?.constructor;
// @ts-expect-error: a number is no text
await widgets.create({ metadata: { name: "a" }, spec: { constructor: 1 } });
// @ts-expect-error: the text is missing
await widgets.create({ metadata: { name: "a" }, spec: { list: [{}] } });
console.log(text);
`;

  test("the types compile and give the typed client the types of a definition with hundreds of fields", async () => {
    await using folder = await CompiledFolder.create("printed-types", "src/client/index.ts");
    const write = async (name: string, files: readonly string[]): Promise<void> =>
      await folder.write(name, await typesOf(files));
    await write("database.ts", [databaseFile]);
    await folder.write("program.ts", program);

    const odd = ["", "a-b", "aB", "__proto__", "constructor", "new", "0", "'", '"', "\\", "`", "é", "\t", "*/"];
    const oddTypes = { type: "object", properties: { x: { type: "string" } } };
    const oddSpec = JSON.parse(
      `{${odd.map((name) => `${JSON.stringify(name)}:${JSON.stringify(oddTypes)}`).join(",")}}`,
    ) as SchemaJson;
    terminal.write("odd.json", widgetDefinition([versionJson(specSchema(oddSpec))]));
    await write("odd.ts", ["odd.json"]);

    terminal.write("deep.json", widgetDefinition([versionJson(nestedSchema(480))]));
    await write("deep.ts", ["deep.json"]);

    let lists: SchemaJson = { type: "string", nullable: true };
    for (let level = 0; level < 900; level++) lists = { type: "array", items: lists };
    terminal.write("lists.json", widgetDefinition([versionJson(specSchema({ lists }))]));
    await write("lists.ts", ["lists.json"]);

    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, oddTypes]));
    terminal.write("wide.json", widgetDefinition([versionJson(specSchema(wide))]));
    await write("wide.ts", ["wide.json"]);

    const inherited = ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"];
    inherited.push("toLocaleString", "toString", "valueOf");
    const texts = Object.fromEntries(inherited.map((name) => [name, { type: "string" }]));
    const needsText = { type: "object", properties: { toString: { type: "string" } }, required: ["toString"] };
    const spec = { ...texts, list: { type: "array", items: needsText } };
    terminal.write("inherited.json", widgetDefinition([versionJson(specSchema(spec))]));
    await write("inherited.ts", ["inherited.json"]);
    await folder.write("inherited-program.ts", inheritedProgram);

    const kinds = ["ObjectMeta", "KindNames", "class", "Class", "CSIDriver", "9lives", "a-b", "String"];
    kinds.forEach((kind, index) =>
      terminal.write(
        `kind${index}.json`,
        widgetDefinition([versionJson(specSchema({ a: oddTypes }))], { names: { kind, plural: "widgets" } }),
      ),
    );
    await write(
      "kinds.ts",
      kinds.map((_, index) => `kind${index}.json`),
    );

    expect(await folder.compile()).toBe("");
  }, 120_000);
});
