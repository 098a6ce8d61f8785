import { describe, expect, test } from "vitest";
import {
  type Field,
  fieldOf,
  type KindDeclaration,
  type ListSchema,
  type Schema,
  SchemaCompiler,
  struct,
} from "../schema/index.ts";
import { builtinKinds } from "./builtin.ts";
import { declaredStructs, heldStructs } from "./testing/declared-structs.ts";

const structs = await declaredStructs();

interface PlacedField extends Field {
  /** `core/v1.Container.image`. */
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
  test("cover what the built-in kinds reach", () => {
    expect(structs.length).toBeGreaterThan(200);
    expect(structs.map((one) => one.name)).toEqual(expect.arrayContaining(["core/v1.Pod", "core/v1.Container"]));
  });

  test("are one per name", () => {
    expect(repeated(structs.map((one) => one.name))).toEqual([]);
  });

  test("document themselves and their fields in whole sentences that name no product", () => {
    const isPoor = ({ doc }: { readonly doc: string }): boolean =>
      !/^[A-Z0-9].{5,200}\.$/.test(doc) || /k8s|kubernetes|\borch\b/i.test(doc);
    expect(structs.filter(isPoor).map((one) => one.name)).toEqual([]);
    expect(fields.filter(isPoor).map(whereOf)).toEqual([]);
  });

  test("do not repeat the sentence of a field that holds them, which is shown above theirs", () => {
    const isEcho = ({ doc, schema }: PlacedField): boolean => schema.node === "struct" && schema.doc === doc;
    expect(fields.filter(isEcho).map(whereOf)).toEqual([]);
  });

  test("never hold themselves, but for JSON schemas", () => {
    const recursive = ["apiextensions/v1.JSONSchemaProps"];
    const clean = new Set<string>();
    const cyclesBelow = (schema: Schema, above: readonly string[]): string[] =>
      heldStructs(schema).flatMap((one) => {
        const path = [...above, one.name];
        if (above.includes(one.name)) return recursive.includes(one.name) ? [] : [path.join(" > ")];
        if (clean.has(one.name)) return [];
        clean.add(one.name);
        return one.fields.flatMap((field) => cyclesBelow(field.schema, path));
      });
    expect(structs.flatMap((one) => cyclesBelow(one, []))).toEqual([]);
  });
});

describe("fields", () => {
  test("have distinct JSON names within a struct", () => {
    expect(repeated(fields.map(whereOf))).toEqual([]);
  });

  test("have distinct protobuf numbers within a message, embedded messages counted", () => {
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

  test("have a protobuf number, except the names of the type itself", () => {
    const unnumbered = fields.filter(({ proto }) => !Number.isInteger(proto) || proto < 1);
    expect(new Set(unnumbered.map(({ name }) => name))).toEqual(new Set(["kind", "apiVersion"]));
  });

  test("have defaults that decode to themselves and pass their own rules", () => {
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

  test("say their default where it is a value", () => {
    const silent = fields.filter(({ default: fallback, doc, name }) => {
      const isValue = ["string", "number", "boolean"].includes(typeof fallback) && fallback !== "" && name !== "phase";
      const inOctal = typeof fallback === "number" ? `0${fallback.toString(8)}` : "";
      return isValue && ![String(fallback), inOctal].some((value) => doc.includes(`Default: ${value}.`));
    });
    expect(silent.map(whereOf)).toEqual([]);
  });

  test("are not required where a default always fills them", () => {
    // An empty pointer is set: no default fills it.
    const filled = fields.filter((field) => field.default !== undefined && field.presence !== "pointer");
    expect(filled.filter((field) => field.nonEmpty).map(whereOf)).toEqual([]);
  });

  test("have closed sets of at least two distinct values", () => {
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

describe("lists", () => {
  /** List keys that the reference leaves optional, too. An item without one counts as having the empty text. */
  const optionalKeys = [
    "apiserverinternal/v1alpha1.ServerStorageVersion.apiServerID",
    "core/v1.LocalObjectReference.name",
    "core/v1.ObjectReference.name",
    "flowcontrol/v1.FlowSchemaCondition.type",
    "flowcontrol/v1.PriorityLevelConfigurationCondition.type",
  ];

  test("of type map have keys that their items declare, required or with a default", () => {
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

  test("of other types have no keys", () => {
    expect(lists.filter(({ list }) => list.listType !== "map" && list.mapKeys).map(whereOf)).toEqual([]);
  });

  test("of type set hold texts or numbers", () => {
    const sets = lists.filter(({ list }) => list.listType === "set");
    expect(sets.length).toBeGreaterThan(3);
    expect(sets.filter(({ list }) => !["text", "integer"].includes(list.items.node)).map(whereOf)).toEqual([]);
  });

  test("are merged by a key that their items declare", () => {
    const merged = lists.filter(({ list }) => list.merge?.key !== undefined);
    expect(merged.length).toBeGreaterThan(20);
    const lacksKey = ({ list: { items, merge } }: { list: ListSchema }): boolean =>
      items.node !== "struct" || !fieldOf(items, merge?.key ?? "");
    expect(merged.filter(lacksKey).map(whereOf)).toEqual([]);
  });
});

describe("kinds", () => {
  interface UsedPath {
    /** `Pod spec.nodeName`. */
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

  test("have a storage prefix and a plural of their own", () => {
    const nameOf = ({ group }: KindDeclaration): string => (typeof group === "string" ? group : group.stem);
    const stored = builtinKinds.filter((kind) => kind.isStored && !kind.storedAs);
    expect(repeated(stored.map((kind) => kind.storage.prefix))).toEqual([]);
    expect(repeated(builtinKinds.map((kind) => `${kind.plural} ${nameOf(kind)} ${kind.version}`))).toEqual([]);
  });

  test("that are stored in the form of another version share its prefix", () => {
    for (const { kind, version, storage, storedAs } of builtinKinds) {
      if (storedAs) expect.soft(storage, `${version} ${kind}`).toEqual(storedAs.storage);
    }
  });

  test("select by fields that hold one value, or by one that their hooks compute", () => {
    const computed = ["Event source", "Job status.successful"];
    const selectable = pathsOf((kind) => kind.selectableFields);
    const isVague = ({ schema }: UsedPath): boolean => !["text", "boolean", "integer"].includes(schema?.node ?? "");
    expect(selectable.filter(isVague).map(whereOf)).toEqual(computed);
  });

  test("name only declared paths in their rules and subresources", () => {
    const used = pathsOf(({ rules, subresources: { status, scale } }) => [
      ...rules.generation,
      ...(status ? ["status", ...status.keeps] : []),
      ...(scale ? [scale.specReplicas, scale.statusReplicas, scale.selector] : []),
    ]);
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter(({ schema }) => !schema).map(whereOf)).toEqual([]);
  });

  test("begin with kind, apiVersion and metadata", () => {
    const heads = builtinKinds.map((kind) => kind.schema.fields.slice(0, 3).map((field) => field.name));
    expect(new Set(heads.map(String))).toEqual(new Set(["kind,apiVersion,metadata"]));
  });

  test("carry the product's name in tokens only", () => {
    const isLiteral = ({ group }: KindDeclaration): boolean => typeof group === "string" && group.includes(".");
    expect(builtinKinds.filter(isLiteral).map((kind) => kind.kind)).toEqual([]);
  });
});
