import { describe, expect, test } from "vitest";
import {
  containedStructs,
  type Field,
  fieldOf,
  type KindDeclaration,
  type ListSchema,
  type Schema,
  SchemaCompiler,
  struct,
} from "../schema/index.ts";
import { builtinKinds } from "./builtin.ts";
import { declaredStructs } from "./testing/declared-structs.ts";

const structs = await declaredStructs();

interface PlacedField extends Field {
  /** Struct and field: `core/v1.Container.image`. */
  readonly where: string;
}

const fields: readonly PlacedField[] = structs.flatMap((struct) =>
  struct.fields.map((field) => ({ ...field, where: `${struct.name}.${field.name}` })),
);
const lists = fields.flatMap(({ where, schema }) => listsOf(schema).map((list) => ({ where, list })));

function listsOf(schema: Schema): readonly ListSchema[] {
  if (schema.node === "list") return [schema, ...listsOf(schema.items)];
  return schema.node === "map" ? listsOf(schema.values) : [];
}

function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function whereOf(one: { readonly where: string }): string {
  return one.where;
}

describe("struct declarations", () => {
  test("declaredStructs() returns the structs of the built-in kinds", () => {
    expect(structs.length).toBeGreaterThan(200);
    expect(structs.map((one) => one.name)).toEqual(expect.arrayContaining(["core/v1.Pod", "core/v1.Container"]));
  });

  test("no two structs have the same name", () => {
    expect(repeated(structs.map((one) => one.name))).toEqual([]);
  });

  test("structs and fields are documented in whole sentences without the name of the product", () => {
    const isPoor = ({ doc }: { readonly doc: string }): boolean =>
      !/^[A-Z0-9].{5,200}\.$/.test(doc) || /k8s|kubernetes|\borch\b/i.test(doc);
    expect(structs.filter(isPoor).map((one) => one.name)).toEqual([]);
    expect(fields.filter(isPoor).map(whereOf)).toEqual([]);
  });

  test("the documentation of a field differs from that of the struct that it contains", () => {
    const isEcho = ({ doc, schema }: PlacedField): boolean => schema.node === "struct" && schema.doc === doc;
    expect(fields.filter(isEcho).map(whereOf)).toEqual([]);
  });

  test("a struct does not contain itself, except in JSON schemas", () => {
    const recursive = ["apiextensions/v1.JSONSchemaProps"];
    const clean = new Set<string>();
    const cyclesBelow = (schema: Schema, above: readonly string[]): string[] =>
      containedStructs(schema).flatMap((one) => {
        const path = [...above, one.name];
        if (above.includes(one.name)) return recursive.includes(one.name) ? [] : [path.join(" > ")];
        if (clean.has(one.name)) return [];
        clean.add(one.name);
        return one.fields.flatMap((field) => cyclesBelow(field.schema, path));
      });
    expect(structs.flatMap((one) => cyclesBelow(one, []))).toEqual([]);
  });
});

describe("fields of structs", () => {
  test("fields of a struct have distinct names in JSON", () => {
    expect(repeated(fields.map(whereOf))).toEqual([]);
  });

  test("fields of a message and of its embedded messages have distinct protobuf numbers", () => {
    const pathOf = ({ proto, protoWithin = [] }: Field): string => [...protoWithin, proto].join(".");
    const clashes = structs.flatMap((one) => {
      const numbered = one.fields.filter((field) => field.proto > 0);
      const embedded = new Set(
        numbered.flatMap(({ protoWithin = [] }) =>
          protoWithin.map((_, depth) => protoWithin.slice(0, depth + 1).join(".")),
        ),
      );
      return repeated([...numbered.map(pathOf), ...embedded]).map((path) => `${one.name} ${path}`);
    });
    expect(clashes).toEqual([]);
  });

  test("every field except kind and apiVersion has a protobuf number", () => {
    const unnumbered = fields.filter(({ proto }) => !Number.isInteger(proto) || proto < 1);
    expect(new Set(unnumbered.map(({ name }) => name))).toEqual(new Set(["kind", "apiVersion"]));
  });

  test("defaults of fields decode to themselves and are valid", () => {
    const compiler = new SchemaCompiler(new Map());
    const withDefault = fields.filter((field) => field.default !== undefined);
    expect(withDefault.length).toBeGreaterThan(30);
    for (const { where, name, default: fallback, ...spec } of withDefault) {
      const compiled = compiler.compile(struct("test/v1.Holder", "Holds one field.", { [name]: spec }));
      const { object } = compiled.decode({ [name]: fallback });
      expect(object, where).toMatchObject({ [name]: fallback });
      expect(compiled.validate(object), where).toEqual([]);
    }
  });

  test("the documentation of a field names its default", () => {
    const silent = fields.filter(({ default: fallback, doc, name }) => {
      const isValue = ["string", "number", "boolean"].includes(typeof fallback) && fallback !== "" && name !== "phase";
      const inOctal = typeof fallback === "number" ? `0${fallback.toString(8)}` : "";
      return isValue && ![String(fallback), inOctal].some((value) => doc.includes(`Default: ${value}.`));
    });
    expect(silent.map(whereOf)).toEqual([]);
  });

  test("a field whose default always applies is not required", () => {
    // An empty value behind a pointer gets no default.
    const filled = fields.filter((field) => field.default !== undefined && field.presence !== "pointer");
    expect(filled.filter((field) => field.nonEmpty).map(whereOf)).toEqual([]);
  });

  test("enums have at least two distinct values", () => {
    const closed = fields.flatMap(({ where, schema }) => {
      const value = listsOf(schema)[0]?.items ?? schema;
      return value.node === "text" && value.enum ? [{ where, values: value.enum }] : [];
    });
    expect(closed.length).toBeGreaterThan(40);
    const isOdd = ({ values }: { values: readonly string[] }): boolean =>
      values.length < 2 || repeated(values).length > 0;
    expect(closed.filter(isOdd).map(whereOf)).toEqual([]);
  });
});

describe("fields of type list", () => {
  /** List keys that are optional in the reference, too. Items without one have an empty key. */
  const optionalKeys = [
    "apiserverinternal/v1alpha1.ServerStorageVersion.apiServerID",
    "core/v1.LocalObjectReference.name",
    "core/v1.ObjectReference.name",
    "flowcontrol/v1.FlowSchemaCondition.type",
    "flowcontrol/v1.PriorityLevelConfigurationCondition.type",
  ];

  test("keys of lists of type map are declared, and required or with a default", () => {
    const keyed = lists.filter(({ list }) => list.listType === "map");
    expect(keyed.length).toBeGreaterThan(20);
    const isUnsafe = ({ list: { items, mapKeys = [] } }: { list: ListSchema }): boolean =>
      items.node !== "struct" ||
      mapKeys.length === 0 ||
      mapKeys.some((key) => {
        const field = fieldOf(items, key);
        if (field && optionalKeys.includes(`${items.name}.${key}`)) return false;
        return !field || (!field.required && field.default === undefined);
      });
    expect(keyed.filter(isUnsafe).map(whereOf)).toEqual([]);
  });

  test("lists of other types have no keys", () => {
    expect(lists.filter(({ list }) => list.listType !== "map" && list.mapKeys).map(whereOf)).toEqual([]);
  });

  test("items of lists of type set are texts or numbers", () => {
    const sets = lists.filter(({ list }) => list.listType === "set");
    expect(sets.length).toBeGreaterThan(3);
    expect(sets.filter(({ list }) => !["text", "integer"].includes(list.items.node)).map(whereOf)).toEqual([]);
  });

  test("merge keys of lists are declared", () => {
    const merged = lists.filter(({ list }) => list.merge?.key !== undefined);
    expect(merged.length).toBeGreaterThan(20);
    const lacksKey = ({ list: { items, merge } }: { list: ListSchema }): boolean =>
      items.node !== "struct" || !fieldOf(items, merge?.key ?? "");
    expect(merged.filter(lacksKey).map(whereOf)).toEqual([]);
  });
});

describe("built-in kinds", () => {
  interface UsedPath {
    /** Kind and path: `Pod spec.nodeName`. */
    readonly where: string;
    readonly schema: Schema | undefined;
  }

  function pathsOf(list: (kind: KindDeclaration) => readonly string[]): UsedPath[] {
    return builtinKinds.flatMap((kind) =>
      list(kind).map((path) => ({ where: `${kind.kind} ${path}`, schema: schemaAt(kind, path) })),
    );
  }

  function schemaAt(kind: KindDeclaration, path: string): Schema | undefined {
    let schema: Schema | undefined = kind.schema;
    for (const step of path.split(".")) schema = schema?.node === "struct" ? fieldOf(schema, step)?.schema : undefined;
    return schema;
  }

  test("stored kinds have distinct storage prefixes, and kinds of a group version have distinct plurals", () => {
    const nameOf = ({ group }: KindDeclaration): string => (typeof group === "string" ? group : group.stem);
    const stored = builtinKinds.filter((kind) => kind.isStored && !kind.storedAs);
    expect(repeated(stored.map((kind) => kind.storage.prefix))).toEqual([]);
    expect(repeated(builtinKinds.map((kind) => `${kind.plural} ${nameOf(kind)} ${kind.version}`))).toEqual([]);
  });

  test("versions that are stored in the form of another version have its prefix", () => {
    for (const { kind, version, storage, storedAs } of builtinKinds) {
      if (storedAs) expect.soft(storage, `${version} ${kind}`).toEqual(storedAs.storage);
    }
  });

  test("selectable fields have a single value, or one that a hook computes", () => {
    const computed = ["Event source", "Job status.successful"];
    const selectable = pathsOf((kind) => kind.selectableFields);
    const isVague = ({ schema }: UsedPath): boolean => !["text", "boolean", "integer"].includes(schema?.node ?? "");
    expect(selectable.filter(isVague).map(whereOf)).toEqual(computed);
  });

  test("rules and subresources name only declared paths", () => {
    const used = pathsOf(({ rules, subresources: { status, scale } }) => [
      ...(rules.generation === "content" ? [] : rules.generation),
      ...(status ? ["status", ...status.keeps] : []),
      ...(scale ? [scale.specReplicas, scale.statusReplicas, scale.selector ?? ""] : []),
    ]);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter(({ schema }) => !schema).map(whereOf), "paths that the kind does not have").toEqual([]);
  });

  test("every kind begins with kind, apiVersion and metadata", () => {
    const heads = builtinKinds.map((kind) => kind.schema.fields.slice(0, 3).map((field) => field.name));
    expect(new Set(heads.map(String))).toEqual(new Set(["kind,apiVersion,metadata"]));
  });

  test("groups with a domain are declared without the name of the product", () => {
    const isLiteral = ({ group }: KindDeclaration): boolean => typeof group === "string" && group.includes(".");
    expect(builtinKinds.filter(isLiteral).map((kind) => kind.kind)).toEqual([]);
  });
});
