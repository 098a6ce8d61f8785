import { beforeAll, describe, expect, test } from "vitest";
import { vocabularyNames } from "../../meta/vocabulary.ts";
import { checkV2 } from "./testing/check-v2.ts";
import { checkV3 } from "./testing/check-v3.ts";
import { type V2Document, type V3Document, v2Document, v3Documents } from "./testing/served-documents.ts";

describe.each(vocabularyNames)("in the vocabulary %s", (name) => {
  let v3: ReadonlyMap<string, V3Document>;
  let v2: V2Document;

  beforeAll(async () => {
    v3 = await v3Documents(name);
    v2 = await v2Document(name);
  });

  test("every version 3 document is a valid OpenAPI 3.0 document", () => {
    expect(v3.size).toBeGreaterThan(8);
    for (const [key, document] of v3) expect(checkV3(document), key).toEqual([]);
  });

  test("the version 2 document is a valid OpenAPI 2.0 document", () => {
    expect(checkV2(v2)).toEqual([]);
  });

  test("documents of both versions contain the same operations and types", () => {
    const idsOf = ({ paths }: V2Document | V3Document): string[] =>
      Object.values(paths).flatMap((item) =>
        Object.values(item).flatMap((one) => (one as { operationId?: string }).operationId ?? []),
      );
    const documents = [...v3.values()];
    expect(idsOf(v2).sort()).toEqual(documents.flatMap(idsOf).sort());
    const schemas = new Set(documents.flatMap(({ components }) => Object.keys(components.schemas)));
    expect(Object.keys(v2.definitions).sort()).toEqual([...schemas].sort());
  });

  test("documents do not contain the product name of the other vocabulary", () => {
    const other = name === "orch" ? /k8s|kubernetes/i : /orch\b/i;
    for (const text of [JSON.stringify([...v3.values()]), JSON.stringify(v2)]) expect(text).not.toMatch(other);
  });

  test("every type and every field has a description", () => {
    for (const [typeName, definition] of Object.entries(v2.definitions)) {
      expect(definition["description"], typeName).toMatch(/\S/);
      const properties = (definition["properties"] ?? {}) as Record<string, { description?: string }>;
      for (const [field, { description }] of Object.entries(properties)) {
        expect(description, `${typeName}.${field}`).toMatch(/\S/);
      }
    }
  });
});

describe("checkV2() and checkV3()", () => {
  const valid = (): Record<string, unknown> => ({
    openapi: "3.0.0",
    info: { title: "t", version: "v1" },
    paths: {
      "/a/{name}": {
        get: { tags: ["t"], description: "d", operationId: "readA", responses: { 200: { description: "OK" } } },
        parameters: [{ name: "name", in: "path", required: true, schema: { type: "string" } }],
      },
    },
    components: { schemas: { A: { type: "object" } }, securitySchemes: {} },
  });

  test("checkV3() accepts a valid document", () => {
    expect(checkV3(valid())).toEqual([]);
  });

  test.each<[string, RegExp, (document: ReturnType<typeof valid>) => void]>([
    ["an unknown member", /no such member/, (document) => Object.assign(document, { swagger: "2.0" })],
    ["a missing member", /info: missing/, (document) => Reflect.deleteProperty(document, "info")],
    [
      "a reference without a target",
      /#\/components\/schemas\/B: nothing there/,
      (document) =>
        Object.assign(document["components"] as object, { schemas: { A: { $ref: "#/components/schemas/B" } } }),
    ],
    [
      "a member beside a reference",
      /no such member/,
      (document) =>
        Object.assign(document["components"] as object, {
          schemas: { A: { $ref: "#/components/schemas/A", description: "d" } },
        }),
    ],
    [
      "an unknown type",
      /type/,
      (document) => Object.assign(document["components"] as object, { schemas: { A: { type: "text" } } }),
    ],
    [
      "an undeclared parameter",
      /id is not declared/,
      (document) => {
        const [item] = Object.values(document["paths"] as object);
        document["paths"] = { "/a/{id}/{name}": item };
      },
    ],
    [
      "two operations with the same id",
      /readA is taken/,
      (document) => {
        const [item] = Object.values(document["paths"] as object);
        document["paths"] = { "/a/{name}": item, "/b/{name}": item };
      },
    ],
  ])("checkV3() rejects %s", (_, expected, spoil) => {
    const document = valid();
    spoil(document);
    expect(checkV3(document).join("\n")).toMatch(expected);
  });

  test("checkV2() rejects the components of version 3, and requires the media types of operations", () => {
    const faults = checkV2(valid()).join("\n");
    expect(faults).toContain(".components: there is no such member");
    expect(faults).toContain(".paths./a/{name}.get.produces: missing");
  });
});
