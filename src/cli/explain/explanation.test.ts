import { describe, expect, test } from "vitest";
import { plainPaint } from "../screen/paint.ts";
import { ApiSchemas } from "./api-schema.ts";
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

test("a type is explained with its fields", () => {
  expect(explain("")).toBe(`Boat   in example.com/v1

  A boat.

Fields:
  kind <string>
    The kind.

  spec <BoatSpec> required
    What is wanted.
`);
});

test("a field is explained with its type, the type's own text and fields, and values that it takes", () => {
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

test("fields of items are reached as those of the list", () => {
  expect(explain("spec.crew.rank")).toBe("Boat.spec.crew.rank <integer>   in example.com/v1\n");
});

test("all fields at a glance end where a type holds itself", () => {
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

describe("a field that there is not", () => {
  test.each([
    ["spec.rigg", 'Boat.spec has no field "rigg"; did you mean rig?'],
    ["spec.zzzzzz", 'Boat.spec has no field "zzzzzz"; it has anything, crew, deep, flags, length, name, rig, tenders'],
    ["spec.name.x", 'Boat.spec.name has no fields, so there is no "x" in it'],
    ["spec.constructor", 'Boat.spec has no field "constructor"'],
  ])("%s", (path, message) => {
    expect(() => explain(path)).toThrow(message);
  });
});

test("a kind that the document does not describe is not found", () => {
  expect(schemas.ofKind({ ...kind, version: "v2" })).toBeUndefined();
});
