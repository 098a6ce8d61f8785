import { describe, expect, test } from "vitest";
import { invalidField } from "../meta/field-error.ts";
import { extension, vocabularies } from "../meta/vocabulary.ts";
import { SchemaCompiler } from "./compiled.ts";
import { type FieldSpecs, optional, pointer, recursiveStruct, struct, vocabularyFields } from "./field.ts";
import { rulesFor } from "./rules.ts";
import { fieldOf, type StructSchema } from "./schema.ts";
import { boolean, list, map, text, union } from "./types.ts";
import { declaredStruct, structInVocabulary } from "./vocabulary-structs.ts";

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
    ...vocabularyFields(extension, { "list-type": optional(text, 6, "How it is merged.") }),
  };
}

const plain = struct("p/v1.Plain", "Nothing that has a product's name.", { name: optional(text, 1, "Its name.") });
const root = struct("p/v1.Root", "Holds nodes.", { node: pointer(node, 1, "The first."), ...nodeFields() });

describe("structInVocabulary()", () => {
  test("structInVocabulary() spells names at every depth", () => {
    const compiler = new SchemaCompiler(new Map());
    const value = (name: string): object => {
      const leaf = { [name]: "set" };
      return { node: { children: [leaf], byName: { a: leaf }, maybe: leaf, ...leaf }, ...leaf };
    };
    for (const [vocabulary, name, other] of [
      [orch, "x-orch-list-type", "x-kubernetes-list-type"],
      [kubernetes, "x-kubernetes-list-type", "x-orch-list-type"],
    ] as const) {
      const compiled = compiler.compile(structInVocabulary(root, vocabulary));
      expect(compiled.decode(value(name)).object).toEqual(value(name));
      expect(compiled.decode({ node: { [other]: "set" } }).object).toEqual({ node: {} });
    }
  });

  test("structInVocabulary() always returns the same copy, or the struct itself if no name differs", () => {
    expect(structInVocabulary(root, orch)).toBe(structInVocabulary(root, orch));
    expect(structInVocabulary(root, orch)).not.toBe(root);
    expect(structInVocabulary(root, kubernetes)).toBe(root);
    expect(structInVocabulary(plain, orch)).toBe(plain);
    expect(fieldOf(structInVocabulary(root, orch), "plain")?.schema).toBe(plain);
    expect(structInVocabulary(structInVocabulary(root, orch), orch)).toBe(structInVocabulary(root, orch));
  });

  test("structInVocabulary() returns a struct with the rules of the declared one", () => {
    const rules = rulesFor(node, {
      defaults: (value) => {
        value["name"] ??= "nobody";
      },
      validate: (_, context) => context.report(invalidField(context.path(), "", "no")),
    });
    const compiled = new SchemaCompiler(new Map([rules])).compile(structInVocabulary(root, orch));
    const { object } = compiled.decode({ node: { children: [{}] } });
    expect(object).toEqual({ node: { name: "nobody", children: [{ name: "nobody" }] } });
    expect(compiled.validate(object).map(({ path }) => path)).toEqual(["node", "node.children[0]"]);
    expect(declaredStruct(structInVocabulary(root, orch))).toBe(root);
    expect(declaredStruct(plain)).toBe(plain);
  });
});
