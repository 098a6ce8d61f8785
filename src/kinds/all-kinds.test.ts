/** Properties of every built-in kind. */
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../api/builtin.ts";
import { type FactColumn, isOfReference, readFacts } from "../api/testing/facts.ts";
import { readFilledObject } from "../api/testing/filled-object.ts";
import { unsetFields } from "../api/testing/unset-fields.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { type KindDeclaration, SchemaCompiler } from "../schema/index.ts";
import { builtinRuleEntries } from "./builtin-rules.ts";
import { builtinHooks, builtinRules, scaleColumns } from "./index.ts";
import { hookContext, KindWrites } from "./testing/kind-writes.ts";
import { smallestObject } from "./testing/smallest-objects.ts";

const compiler = new SchemaCompiler(builtinRules);
const withoutRules = new SchemaCompiler(new Map());

function groupOf({ group }: KindDeclaration): string {
  return vocabularies.kubernetes.bind(group);
}

/** Returns a title such as `apps/v1 Deployment`. */
function titleOf(declaration: KindDeclaration): string {
  const group = groupOf(declaration);
  return `${group ? `${group}/` : ""}${declaration.version} ${declaration.kind}`;
}

const byKind = builtinKinds.map((declaration) => [titleOf(declaration), declaration] as const);

test("the kinds with hooks are exactly the built-in kinds", () => {
  expect([...builtinHooks.keys()].map(titleOf).sort()).toEqual(builtinKinds.map(titleOf).sort());
});

test("each struct has at most one rule", () => {
  const names = builtinRuleEntries.map(([struct]) => struct.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(byKind)("an empty %s has a row in both vocabularies", (_, declaration) => {
  const object = compiler.compile(declaration.schema).decode({}).object;
  for (const vocabulary of ["kubernetes", "orch"] as const) {
    expect(cellTypes(declaration, object, vocabulary)).not.toContain("undefined");
  }
});

function cellTypes(declaration: KindDeclaration, object: ApiObject, vocabulary: "kubernetes" | "orch"): string[] {
  const { columns = [] } = builtinHooks.get(declaration) ?? {};
  return columns.map(({ cell }) => typeof cell(object, hookContext(vocabulary)));
}

test.each(byKind)("the rules and hooks of %s accept an empty object", (_, declaration) => {
  const writes = new KindWrites(declaration);
  const { object } = writes.create({});
  writes.update(object, () => {});
  writes.update(object, () => {}, "status");
});

test.each(byKind)("an unchanged update of a %s is accepted and changes nothing", (_, declaration) => {
  const writes = new KindWrites(declaration);
  const { object, errors } = writes.create(smallestObject(declaration));
  expect(errors).toEqual([]);
  for (const subresource of ["", "status"]) {
    const secondUpdate = writes.update(object, () => {}, subresource);
    expect(secondUpdate.errors).toEqual([]);
    expect(secondUpdate.object).toEqual(object);
  }
});

describe("filled objects", () => {
  const filled = byKind.filter(([, declaration]) => readFilledObject(declaration) !== undefined);

  test.each(filled)("a filled %s has rows in both vocabularies", (_, declaration) => {
    const { object } = compiler.compile(declaration.schema).decode(readFilledObject(declaration));
    expect(cellTypes(declaration, object, "kubernetes")).not.toContain("undefined");
    expect(cellTypes(declaration, object, "orch")).not.toContain("undefined");
  });

  test.each(filled)("a filled %s sets every field, and decoding it loses none", (_, declaration) => {
    const object = readFilledObject(declaration);
    expect(unsetFields(declaration.schema, object)).toEqual([]);
    expect(withoutRules.compile(declaration.schema).decode(object).object).toEqual(object);
  });

  test.each(filled)("a filled %s is in canonical form after it is decoded", (_, declaration) => {
    const schema = compiler.compile(declaration.schema);
    const { object } = schema.decode(readFilledObject(declaration));
    expect(schema.canonical(object).object).toEqual(object);
    expect(schema.decode(object).object).toEqual(object);
  });

  test.each(filled)("every rule accepts a filled %s without throwing an error", (_, declaration) => {
    const { object } = compiler.compile(declaration.schema).decode(readFilledObject(declaration));
    const writes = new KindWrites(declaration);
    writes.create(object as unknown as Record<string, unknown>);
    for (const subresource of ["", "status"]) writes.update(object, () => {}, subresource);
  });
});

describe("columns are those of the reference", () => {
  const { defaultTable, kinds } = readFacts("columns");
  const headsOf = (columns: readonly FactColumn[] | undefined) =>
    columns?.map(({ name, type, format, priority }) => ({ name, type, format, priority }));
  const recordedFor = (group: string, kind: string) =>
    kinds.find((one) => one.group === group && one.kind === kind)?.columns;

  test.each(byKind.filter(([, declaration]) => isOfReference(declaration)))(
    "the columns of %s are those of the reference",
    (_, declaration) => {
      const { group, kind } = declaration.storedAs ?? declaration;
      const expected = defaultTable.includes(kind) ? undefined : recordedFor(vocabularies.kubernetes.bind(group), kind);
      expect(headsOf(builtinHooks.get(declaration.storedAs ?? declaration)?.columns)).toEqual(expected);
    },
  );

  test("the columns of Scale are those of the reference", () => {
    expect(headsOf(scaleColumns)).toEqual(recordedFor("autoscaling", "Scale"));
  });
});
