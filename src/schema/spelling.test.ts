import { describe, expect, test } from "vitest";
import { invalidField } from "../meta/field-error.ts";
import { extension, vocabularies } from "../meta/vocabulary.ts";
import { SchemaCompiler } from "./compiled.ts";
import { type FieldSpecs, optional, pointer, recursiveStruct, spelled, struct } from "./field.ts";
import { rulesFor } from "./rules.ts";
import { fieldOf, type StructSchema } from "./schema.ts";
import { declaredStruct, spelledIn } from "./spelling.ts";
import { boolean, list, map, text, union } from "./types.ts";

const { orch, kubernetes } = vocabularies;

const node: StructSchema<Record<string, unknown>> = recursiveStruct("p/v1.Node", "A node.", nodeFields);

function nodeFields(): FieldSpecs {
  const maybe = union(
    { name: "p/v1.NodeOrBool", doc: "A node or not.", expected: "a node or not" },
    { name: "Node", schema: node, proto: 1 },
    { name: "Allows", schema: boolean, proto: 2 },
  );
  return {
    name: optional(text, 1, "Its name."),
    children: optional(list(node), 2, "What is below."),
    byName: optional(map(node), 3, "The same by name."),
    maybe: pointer(maybe, 4, "Another one, or not."),
    plain: pointer(plain, 5, "Something else."),
    ...spelled(extension, { "list-type": optional(text, 6, "How it is merged.") }),
  };
}

const plain = struct("p/v1.Plain", "Nothing that has a product's name.", { name: optional(text, 1, "Its name.") });
const root = struct("p/v1.Root", "Holds nodes.", { node: pointer(node, 1, "The first."), ...nodeFields() });

describe("a struct in a vocabulary", () => {
  test("has names in its spelling at every depth", () => {
    const compiler = new SchemaCompiler(new Map());
    const value = (name: string): object => {
      const leaf = { [name]: "set" };
      return { node: { children: [leaf], byName: { a: leaf }, maybe: leaf, ...leaf }, ...leaf };
    };
    for (const [vocabulary, name, other] of [
      [orch, "x-orch-list-type", "x-kubernetes-list-type"],
      [kubernetes, "x-kubernetes-list-type", "x-orch-list-type"],
    ] as const) {
      const compiled = compiler.compile(spelledIn(root, vocabulary));
      expect(compiled.decode(value(name)).object).toEqual(value(name));
      expect(compiled.decode({ node: { [other]: "set" } }).object).toEqual({ node: {} });
    }
  });

  test("is always the same one, and itself where nothing differs", () => {
    expect(spelledIn(root, orch)).toBe(spelledIn(root, orch));
    expect(spelledIn(root, orch)).not.toBe(root);
    expect(spelledIn(root, kubernetes)).toBe(root);
    expect(spelledIn(plain, orch)).toBe(plain);
    expect(fieldOf(spelledIn(root, orch), "plain")?.schema).toBe(plain);
    expect(spelledIn(spelledIn(root, orch), orch)).toBe(spelledIn(root, orch));
  });

  test("keeps the rules of the one that is declared", () => {
    const rules = rulesFor(node, {
      defaults: (value) => {
        value["name"] ??= "nobody";
      },
      validate: (_, context) => context.report(invalidField(context.path(), "", "no")),
    });
    const compiled = new SchemaCompiler(new Map([rules])).compile(spelledIn(root, orch));
    const { object } = compiled.decode({ node: { children: [{}] } });
    expect(object).toEqual({ node: { name: "nobody", children: [{ name: "nobody" }] } });
    expect(compiled.validate(object).map(({ path }) => path)).toEqual(["node", "node.children[0]"]);
    expect(declaredStruct(spelledIn(root, orch))).toBe(root);
    expect(declaredStruct(plain)).toBe(plain);
  });
});
