import { describe, expect, test } from "vitest";
import { plainPaint } from "../screen/paint.ts";
import { type ApiSchema, ApiSchemas } from "./api-schema.ts";
import { explanation } from "./explanation.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const boat = {
  description: "A boat.",
  type: "object",
  required: ["spec"],
  properties: {
    kind: { type: "string", description: "The kind." },
    spec: { description: "What is wanted.", default: {}, allOf: [ref("com.example.v1.BoatSpec")] },
  },
  "x-orch-group-version-kind": [{ group: "example.com", version: "v1", kind: "Boat" }],
};
const schemas = new ApiSchemas({
  components: {
    schemas: {
      "com.example.v1.Boat": boat,
      "com.example.v1.BoatSpec": {
        description: "A specification of a boat.",
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", description: "What it is called, which may take more words than there is room for." },
          rig: { type: "string", enum: ["Sloop", "", "Ketch"], default: "Sloop", description: "Its sails." },
          crew: { type: "array", items: { allOf: [ref("com.example.v1.Sailor")] }, description: "Who sails." },
          flags: { type: "object", additionalProperties: { type: "string" } },
          length: ref("com.example.Quantity"),
          deep: { type: "array", items: { type: "array", items: { type: "integer" } } },
          anything: {},
          tenders: { type: "array", items: ref("com.example.v1.BoatSpec") },
        },
      },
      "com.example.v1.Sailor": { type: "object", properties: { rank: { type: "integer", default: 0 } } },
      "com.example.Quantity": { type: "string", description: "A quantity." },
    },
  },
});
const kind = { group: "example.com", version: "v1", kind: "Boat" };
const explain = (path: string, more: object = {}): string =>
  explanation(
    schemas,
    { ...kind, schema: schemas.ofKind(kind) ?? {}, path: path.split(".").filter((name) => name !== "") },
    { isRecursive: false, paint: plainPaint, columns: 60, ...more },
  ).join("\n");

test("explanation() of a type shows its description and fields", () => {
  expect(explain("")).toBe(`Boat   in example.com/v1

  A boat.

Fields:
  kind <string>
    The kind.

  spec <BoatSpec> required
    What is wanted.
`);
});

test("explanation() of a field shows its type, descriptions, fields and allowed values", () => {
  expect(explain("spec")).toBe(`Boat.spec <BoatSpec>   in example.com/v1

  What is wanted.
  A specification of a boat.

Fields:
  anything <any value>

  crew <[]Sailor>
    Who sails.

  deep <[][]integer>

  flags <map[string]string>

  length <Quantity>
    A quantity.

  name <string> required
    What it is called, which may take more words than there
    is room for.

  rig <string>
    Its sails.
    One of: Sloop, "", Ketch
    Default: Sloop

  tenders <[]BoatSpec>
    A specification of a boat.
`);
});

test("a path addresses fields of list items like fields of the list", () => {
  expect(explain("spec.crew.rank")).toBe("Boat.spec.crew.rank <integer>   in example.com/v1\n");
});

test("a recursive explanation stops at a type that contains itself", () => {
  const shown = explain("", { isRecursive: true });
  expect(shown.slice(shown.indexOf("Fields:"))).toBe(`Fields:
  kind <string>
  spec <BoatSpec> required
    anything <any value>
    crew <[]Sailor>
      rank <integer>
    deep <[][]integer>
    flags <map[string]string>
    length <Quantity>
    name <string> required
    rig <string>
    tenders <[]BoatSpec>`);
});

describe("an unknown field", () => {
  test.each([
    ["spec.rigg", 'Boat.spec has no field "rigg"; did you mean rig?'],
    ["spec.zzzzzz", 'Boat.spec has no field "zzzzzz"; it has anything, crew, deep, flags, length, name, rig, tenders'],
    ["spec.name.x", 'Boat.spec.name has no fields, so there is no "x" in it'],
    ["spec.constructor", 'Boat.spec has no field "constructor"'],
  ])("explanation() of the unknown field %s throws an error with a hint", (path, message) => {
    expect(() => explain(path)).toThrow(message);
  });
});

test("ofKind() returns undefined for a kind that the document does not describe", () => {
  expect(schemas.ofKind({ ...kind, version: "v2" })).toBeUndefined();
});

test("explanation() of a custom type shows the declared fields, and ignores restrictions of values", () => {
  const spec = {
    type: "object",
    allOf: [{ properties: { size: { minimum: 3 }, hidden: {} } }],
    properties: {
      size: { type: "integer" },
      port: { "x-orch-int-or-string": true, allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }] },
      name: { "x-kubernetes-int-or-string": true },
      open: { "x-orch-preserve-unknown-fields": true },
      extras: { type: "object", additionalProperties: true },
    },
  };
  const customBoat = { ...boat, properties: { spec: spec as ApiSchema } };
  const custom = new ApiSchemas({ components: { schemas: { Boat: customBoat } } });
  const lines = explanation(
    custom,
    { ...kind, schema: custom.ofKind(kind) ?? {}, path: ["spec"] },
    { isRecursive: true, paint: plainPaint, columns: 60 },
  );
  expect(lines.slice(lines.indexOf("Fields:") + 1)).toEqual([
    "  extras <object>",
    "  name <IntOrString>",
    "  open <any value>",
    "  port <IntOrString>",
    "  size <integer>",
  ]);
});
