/** Compares the documents of all kinds with the recorded types of the reference. */
import { beforeAll, describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { type FactField, type FactPackage, readFacts } from "../../api/testing/facts.ts";
import { servedWithOpenApi, type V3Document, type V3Index } from "./testing/served-documents.ts";

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const { packages } = readFacts("types");
const { resources } = readFacts("resources");

/** Types with a closed set of values that the reference's documents do not list. */
const typesWithoutEnum: ReadonlySet<string> = new Set(["admissionregistration/v1.ScopeType"]);

/** Returns the definitions of all kinds, including those that are off by default. */
async function allDefinitions(): Promise<V3Document["components"]["schemas"]> {
  await using served = servedWithOpenApi("kubernetes", builtinKinds);
  const { paths } = (await served.get("/openapi/v3")).json<V3Index>();
  const all: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const { serverRelativeURL } of Object.values(paths)) {
    Object.assign(all, (await served.get(serverRelativeURL)).json<V3Document>().components.schemas);
  }
  return all;
}

function splitName(name: string): [typesPackage: FactPackage | undefined, type: string] {
  const point = name.lastIndexOf(".");
  return [packages[name.slice(0, point)], name.slice(point + 1)];
}

/** Returns the fields of a struct, including those of inlined structs. */
function fieldsOf(name: string): readonly FactField[] {
  const [typesPackage, type] = splitName(name);
  if (type === "TypeMeta") return ["kind", "apiVersion"].map((one) => ({ name: one, type: "string" }));
  return (typesPackage?.structs[type]?.fields ?? []).flatMap((field) =>
    field.inline ? fieldsOf(field.type) : [field],
  );
}

function enumOf(name: string | undefined): readonly string[] | undefined {
  if (name === undefined || typesWithoutEnum.has(name)) return undefined;
  const [typesPackage, type] = splitName(name);
  const alias = typesPackage?.aliases[type];
  return alias?.closedEnum ? [...(alias.values ?? [])].sort() : undefined;
}

/** Returns the expected extensions and enum of a field. Absent ones are undefined. */
function recordedProperties(field: FactField): object {
  return {
    "x-kubernetes-list-type": field.listType,
    "x-kubernetes-list-map-keys": field.listMapKeys,
    "x-kubernetes-map-type": field.mapType ?? field.structType,
    "x-kubernetes-patch-strategy": field.patchStrategy,
    "x-kubernetes-patch-merge-key": field.patchMergeKey,
    enum: enumOf(field.as),
  };
}

function publishedProperties(property: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(recordedProperties({ name: "", type: "" }));
  const { enum: ofItems } = (property["items"] ?? property["additionalProperties"] ?? {}) as {
    readonly enum?: unknown;
  };
  return { ...Object.fromEntries(names.map((name) => [name, property[name]])), enum: property["enum"] ?? ofItems };
}

/** Excluded, because the reference marks the items of this list like conditions, which makes no sense for objects. */
const wronglyMarkedList = "storagemigration/v1alpha1.StorageVersionMigrationList";

describe("documents of all kinds, compared with the recorded types of the reference", () => {
  let definitions: V3Document["components"]["schemas"];
  /** Published structs with their package and type, such as `core/v1.Pod`. */
  let structs: readonly { readonly name: string; readonly definition: Readonly<Record<string, unknown>> }[];

  beforeAll(async () => {
    definitions = await allDefinitions();
    structs = Object.entries(packages).flatMap(([packageName, { openapiPrefix, structs: declared }]) =>
      Object.keys(declared).flatMap((type) => {
        const definition = definitions[`${openapiPrefix}.${type}`];
        return definition?.["properties"] ? [{ name: `${packageName}.${type}`, definition }] : [];
      }),
    );
  });

  test("documents have a definition for every kind, which states the kind", () => {
    expect(resources.length).toBe(80);
    for (const { typesPackage, kind, group, version } of resources) {
      const definition = definitions[`${packages[typesPackage]?.openapiPrefix}.${kind}`];
      expect(definition?.["x-kubernetes-group-version-kind"], `${group}/${version} ${kind}`).toEqual(
        expect.arrayContaining([{ group, version, kind }]),
      );
    }
  });

  test("definitions list the fields of each type, and the required ones", () => {
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

  test("definitions state for each field how lists and maps are merged, and which values are allowed", () => {
    const merged = new Set<string>();
    for (const { name, definition } of structs.filter((one) => one.name !== wronglyMarkedList)) {
      for (const field of fieldsOf(name)) {
        const property = (definition["properties"] as Properties)[field.name] ?? {};
        expect(publishedProperties(property), `${name}.${field.name}`).toEqual(recordedProperties(field));
        if (field.patchMergeKey !== undefined || field.listMapKeys) merged.add(`${name}.${field.name}`);
      }
    }
    expect(merged.size).toBeGreaterThan(60);
  });

  test("definitions contain the defaults that the reference declares at fields", () => {
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
