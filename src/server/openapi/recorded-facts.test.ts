/** What documents say about the types of all kinds, held against what was recorded of the reference's. */
import { beforeAll, describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { type FactField, type FactPackage, readFacts } from "../../api/testing/facts.ts";
import { servedWithOpenApi, type V3Document, type V3Index } from "./testing/served-documents.ts";

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const { packages } = readFacts("types");
const { resources } = readFacts("resources");

/** A closed set of values that the reference's documents do not list. */
const unpublished: ReadonlySet<string> = new Set(["admissionregistration/v1.ScopeType"]);

/** Every definition of every kind, those included that are off by default. */
async function allDefinitions(): Promise<V3Document["components"]["schemas"]> {
  await using served = servedWithOpenApi("kubernetes", builtinKinds);
  const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
  const all: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const { serverRelativeURL } of Object.values(paths)) {
    Object.assign(all, (await served.get(serverRelativeURL)).json<V3Document>().components.schemas);
  }
  return all;
}

function splitName(name: string): [home: FactPackage | undefined, type: string] {
  const point = name.lastIndexOf(".");
  return [packages[name.slice(0, point)], name.slice(point + 1)];
}

/** The fields of a struct, with those that JSON writes among them. */
function fieldsOf(name: string): readonly FactField[] {
  const [home, type] = splitName(name);
  if (type === "TypeMeta") return ["kind", "apiVersion"].map((one) => ({ name: one, type: "string" }));
  return (home?.structs[type]?.fields ?? []).flatMap((field) => (field.inline ? fieldsOf(field.type) : [field]));
}

function enumOf(name: string | undefined): readonly string[] | undefined {
  if (name === undefined || unpublished.has(name)) return undefined;
  const [home, type] = splitName(name);
  const alias = home?.aliases[type];
  return alias?.closedEnum ? [...(alias.values ?? [])].sort() : undefined;
}

/** What extensions and enums say about a field; what they do not say is undefined. */
function recordedWords(field: FactField): object {
  return {
    "x-kubernetes-list-type": field.listType,
    "x-kubernetes-list-map-keys": field.listMapKeys,
    "x-kubernetes-map-type": field.mapType ?? field.structType,
    "x-kubernetes-patch-strategy": field.patchStrategy,
    "x-kubernetes-patch-merge-key": field.patchMergeKey,
    enum: enumOf(field.as),
  };
}

function publishedWords(property: Readonly<Record<string, unknown>>): object {
  const own = Object.keys(recordedWords({ name: "", type: "" }));
  const { enum: ofItems } = (property["items"] ?? property["additionalProperties"] ?? {}) as {
    readonly enum?: unknown;
  };
  return { ...Object.fromEntries(own.map((word) => [word, property[word]])), enum: property["enum"] ?? ofItems };
}

/** The reference marks its items as conditions are marked, which says nothing about a list of objects. */
const strangelyMarked = "storagemigration/v1alpha1.StorageVersionMigrationList";

describe("documents of all kinds", () => {
  let definitions: V3Document["components"]["schemas"];
  /** Published structs, by package and type. */
  let structs: readonly { readonly name: string; readonly definition: Readonly<Record<string, unknown>> }[];

  beforeAll(async () => {
    definitions = await allDefinitions();
    structs = Object.entries(packages).flatMap(([home, { openapiPrefix, structs: declared }]) =>
      Object.keys(declared).flatMap((type) => {
        const definition = definitions[`${openapiPrefix}.${type}`];
        return definition?.["properties"] ? [{ name: `${home}.${type}`, definition }] : [];
      }),
    );
  });

  test("have a definition for every kind, and say which one it is", () => {
    expect(resources.length).toBe(80);
    for (const { typesPackage, kind, group, version } of resources) {
      const definition = definitions[`${packages[typesPackage]?.openapiPrefix}.${kind}`];
      expect(definition?.["x-kubernetes-group-version-kind"], `${group}/${version} ${kind}`).toEqual(
        expect.arrayContaining([{ group, version, kind }]),
      );
    }
  });

  test("list the fields of each type, and which of them are required", () => {
    expect(structs.length).toBeGreaterThan(500);
    for (const { name, definition } of structs) {
      const fields = fieldsOf(name);
      expect(Object.keys(definition["properties"] as object).sort(), name).toEqual(
        fields.map((one) => one.name).sort(),
      );
      const required = fields.filter((one) => one.required).map((one) => one.name);
      expect([...((definition["required"] as string[] | undefined) ?? [])].sort(), name).toEqual(required.sort());
    }
  });

  test("say how lists and maps are merged and which values there are, field by field", () => {
    const merged = new Set<string>();
    for (const { name, definition } of structs.filter((one) => one.name !== strangelyMarked)) {
      for (const field of fieldsOf(name)) {
        const property = (definition["properties"] as Properties)[field.name] ?? {};
        expect(publishedWords(property), `${name}.${field.name}`).toEqual(recordedWords(field));
        if (field.patchMergeKey !== undefined || field.listMapKeys) merged.add(`${name}.${field.name}`);
      }
    }
    expect(merged.size).toBeGreaterThan(60);
  });

  test("show the defaults that are declared beside fields", () => {
    let compared = 0;
    for (const { name, definition } of structs) {
      for (const field of fieldsOf(name).filter((one) => one.default !== undefined)) {
        const property = (definition["properties"] as Properties)[field.name] ?? {};
        expect(property["default"], `${name}.${field.name}`).toEqual(field.default);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(15);
  });
});
