/** Schemas with defaults. */

/** A schema of the specs of a definition. */
export interface DefaultsCase {
  readonly name: string;
  readonly schema: object;
}

const text = { type: "string", maxLength: 3 };
const object = { type: "object", properties: { a: text, b: { type: "integer" } }, required: ["a"] };
const resource = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

function member(schema: object): object {
  return { type: "object", properties: { m: schema } };
}

export const defaultsCases: readonly DefaultsCase[] = [
  { name: "valid", schema: member({ ...text, default: "abc" }) },
  { name: "tooLong", schema: member({ ...text, default: "abcd" }) },
  { name: "wrongType", schema: member({ ...text, default: 5 }) },
  { name: "wrongTypeOfInteger", schema: member({ type: "integer", format: "int32", default: "x" }) },
  { name: "booleanForInteger", schema: member({ type: "integer", format: "int32", default: true }) },
  { name: "formatOfText", schema: member({ type: "string", format: "other", default: 5 }) },
  { name: "listForFormat", schema: member({ type: "string", format: "other", default: ["x"] }) },
  { name: "float", schema: member({ type: "integer", default: 1.5 }) },
  { name: "invalidFormat", schema: member({ type: "string", format: "ipv4", default: "x" }) },
  { name: "object", schema: member({ ...object, default: { a: "x", b: 1 } }) },
  { name: "incompleteObject", schema: member({ ...object, default: { b: "x" } }) },
  { name: "unknownMembers", schema: member({ ...object, default: { a: "x", c: 1 } }) },
  { name: "unknownAndInvalid", schema: member({ ...object, default: { a: "long", c: 1 } }) },
  {
    name: "preservedMembers",
    schema: member({ ...object, "x-kubernetes-preserve-unknown-fields": true, default: { a: "x", c: { d: 1 } } }),
  },
  {
    name: "unknownInPreserved",
    schema: member({
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { o: object },
      default: { o: { a: "x", c: 1 } },
    }),
  },
  {
    name: "unknownInItems",
    schema: member({ type: "array", items: object, default: [{ a: "x" }, { a: "y", z: 1 }] }),
  },
  { name: "map", schema: member({ type: "object", additionalProperties: { type: "integer" }, default: { x: 1 } }) },
  {
    name: "invalidMap",
    schema: member({ type: "object", additionalProperties: object, default: { x: { b: 1, c: 2 } } }),
  },
  { name: "anyMap", schema: member({ type: "object", additionalProperties: true, default: { x: { b: 1 }, y: 1 } }) },
  { name: "enum", schema: member({ type: "string", enum: ["a", "b"], default: "c" }) },
  { name: "intOrString", schema: member({ "x-kubernetes-int-or-string": true, default: "x" }) },
  { name: "booleanForIntOrString", schema: member({ "x-kubernetes-int-or-string": true, default: true }) },
  { name: "nullDefault", schema: member({ type: "string", nullable: true, default: null }) },
  { name: "anyOf", schema: member({ type: "string", anyOf: [{ minLength: 3 }, { pattern: "^x" }], default: "a" }) },
  { name: "defaultOfItems", schema: member({ type: "array", items: member({ ...text, default: "long" }) }) },
  {
    name: "duplicates",
    schema: member({ type: "array", "x-kubernetes-list-type": "set", items: text, default: ["a", "a"] }),
  },
  {
    name: "nestedDefaults",
    schema: {
      type: "object",
      default: { m: "long" },
      properties: { m: { ...text, default: "longer" } },
    },
  },
  {
    name: "resource",
    schema: member({ ...resource, default: { apiVersion: "v1", kind: "A", metadata: { name: "x" } } }),
  },
  { name: "incompleteResource", schema: member({ ...resource, default: { apiVersion: "v1" } }) },
  { name: "numberForKind", schema: member({ ...resource, default: { apiVersion: "v1", kind: 5 } }) },
  {
    name: "invalidMetadata",
    schema: member({
      ...resource,
      default: { apiVersion: "v1", kind: "A", metadata: { name: "a/b", labels: { "a b": "" } } },
    }),
  },
  {
    name: "wrongMetadata",
    schema: member({ ...resource, default: { apiVersion: "v1", kind: "A", metadata: { name: 5 } } }),
  },
  {
    name: "unknownMetadata",
    schema: member({ ...resource, default: { apiVersion: "v1", kind: "A", metadata: { name: "a", other: 1 } } }),
  },
  {
    name: "defaultOfMetadata",
    schema: member({
      ...resource,
      properties: {
        apiVersion: { type: "string", default: "a/b/c" },
        kind: { type: "string", default: "" },
        metadata: {
          type: "object",
          properties: {
            name: { type: "string", maxLength: 2, default: "abc" },
            generateName: { type: "string", default: "a" },
          },
        },
      },
    }),
  },
  {
    name: "defaultOfLabels",
    schema: member({
      ...resource,
      properties: { metadata: { type: "object", default: { labels: { "a b": "c" }, namespace: "A" } } },
    }),
  },
];
