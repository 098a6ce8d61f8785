import { describe, expect, test } from "vitest";
import { evaluateWithSchema, objectSchema, typeOfSchema } from "../testing/evaluate-with-schema.ts";

const text = { type: "string" };

describe("types of schemas", () => {
  test.each([
    ["[CEL-08] an object with properties is an object", objectSchema({ a: text }), "selfType"],
    [
      "[CEL-09] an object with additionalProperties is a map",
      { type: "object", additionalProperties: text },
      "map(string, string)",
    ],
    ["[CEL-12] an int-or-string is dyn", { "x-orch-int-or-string": true }, "dyn"],
    ["[CEL-13] an array is a list", { type: "array", items: { type: "integer" } }, "list(int)"],
    [
      "[CEL-14] an array of the list type map is a list",
      { type: "array", "x-orch-list-type": "map", items: objectSchema({ k: text }) },
      "list(selfType.@idx)",
    ],
    [
      "[CEL-15] an array of the list type set is a list",
      { type: "array", "x-orch-list-type": "set", items: text },
      "list(string)",
    ],
    ["[CEL-16] a boolean is a bool", { type: "boolean" }, "bool"],
    ["[CEL-17] a number of any format is a double", { type: "number", format: "float" }, "double"],
    ["[CEL-18] an integer of any format is an int", { type: "integer", format: "int32" }, "int"],
    ["[CEL-20] a string is a string", text, "string"],
    ["[CEL-21] a string of the format byte is bytes", { type: "string", format: "byte" }, "bytes"],
    ["[CEL-22] a string of the format date-time is a timestamp", { type: "string", format: "date-time" }, "timestamp"],
    ["[CEL-22] a string of the format date is a timestamp", { type: "string", format: "date" }, "timestamp"],
    ["[CEL-23] a string of the format duration is a duration", { type: "string", format: "duration" }, "duration"],
    ["data without a type have no type", { "x-orch-preserve-unknown-fields": true }, undefined],
    ["a list of data without a type has no type", { type: "array", items: {} }, undefined],
    [
      "a map of lists of objects names the objects by their place",
      { type: "object", additionalProperties: { type: "array", items: objectSchema({}) } },
      "map(string, list(selfType.@elem.@idx))",
    ],
  ])("%s", (_title, schema, type) => {
    expect(typeOfSchema(schema)).toBe(type);
  });
});

const objects = { self: {} };

describe("fields of schemas", () => {
  test("[CEL-10] an embedded object has the fields of all API objects", () => {
    const schema = objectSchema({ template: objectSchema({}, { "x-orch-embedded-type": true }) });
    const self = { template: { kind: "K", metadata: { name: "n", labels: {} } } };
    expect(evaluateWithSchema("self.template.kind + self.template.metadata.name", schema, { self })).toEqual({
      string: "Kn",
    });
    expect(evaluateWithSchema("has(self.template.metadata.generateName)", schema, { self })).toBe(false);
    expect(evaluateWithSchema("self.template.metadata.labels", schema, { self })).toBe("undefined field 'labels'");
  });

  test("[CEL-11] a preserved field without a schema is not accessible", () => {
    const schema = objectSchema({ known: text }, { "x-orch-preserve-unknown-fields": true });
    const self = { known: "a", unknown: 1 };
    expect(evaluateWithSchema("self.known", schema, { self })).toEqual({ string: "a" });
    expect(evaluateWithSchema("self.unknown == 1", schema, { self })).toBe("undefined field 'unknown'");
  });

  test("[CEL-18] an int is not compared with a uint", () => {
    const found = evaluateWithSchema("self.i == 1u", objectSchema({ i: { type: "integer" } }), objects);
    expect(found).toBe("found no matching overload for '_==_' applied to '(int, uint)'");
  });

  test("[CEL-27] a property that begins with a digit is not accessible", () => {
    const schema = objectSchema({ "1x": text, é: text, ok: text });
    expect(evaluateWithSchema("has(self.x)", schema, objects)).toBe("undefined field 'x'");
    expect(evaluateWithSchema("has(self.ok)", schema, objects)).toBe(false);
  });

  test("[CEL-28] properties with special characters have escaped names", () => {
    const schema = objectSchema({ a__b: text, "a.b": text, "a-b": text, "a/b": text });
    const self = { a__b: "1", "a.b": "2", "a-b": "3", "a/b": "4" };
    const sum = "self.a__underscores__b + self.a__dot__b + self.a__dash__b + self.a__slash__b";
    expect(evaluateWithSchema(sum, schema, { self })).toEqual({ string: "1234" });
  });

  test("[CEL-29] only a whole name that is a reserved word is escaped", () => {
    const schema = objectSchema({ namespace: text, namespaces: text });
    const self = { namespace: "a", namespaces: "b" };
    expect(evaluateWithSchema("self.__namespace__ + self.namespaces", schema, { self })).toEqual({ string: "ab" });
    expect(evaluateWithSchema("self.__namespaces__", schema, { self })).toBe("undefined field '__namespaces__'");
  });
});
