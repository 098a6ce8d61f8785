/** Updates of definitions. Some of the stored ones are invalid: an earlier release has accepted them. */
import type { Json } from "../suite.ts";
import type { DefinitionCase } from "./definition-cases.ts";

const text = { type: "string" };
const versionOf = (openAPIV3Schema: Json, more: Json = {}): Json => ({
  name: "v1",
  served: true,
  storage: true,
  schema: { openAPIV3Schema },
  ...more,
});
const one = (schema: Json): Json => ({ versions: [versionOf(schema)] });
const member = (a: Json): Json => one({ type: "object", properties: { a } });
const members = (properties: Json): Json => one({ type: "object", properties });

const objectSet = { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "set" };
const looseMap = {
  type: "array",
  items: { type: "object", properties: { k: text } },
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
};
const nullableSet = { type: "array", items: { type: "string", nullable: true }, "x-kubernetes-list-type": "set" };
const webhook = (conversionReviewVersions: readonly string[], caBundle = ""): Json => ({
  conversion: {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://a", ...(caBundle ? { caBundle } : {}) }, conversionReviewVersions },
  },
});
const kept = { preserveUnknownFields: true };
const notStructural = { properties: { a: {} } };
const noSchema = { versions: [{ name: "v1", served: true, storage: true }] };

/** Specs that replace stored ones. */
export const updateCases: readonly DefinitionCase[] = (
  [
    ["a valid change", member(text), member({ type: "integer" })],
    ["a valid definition gets a non-structural schema", member(text), member({})],
    ["a non-structural schema stays", member({}), member({})],
    ["a non-structural schema becomes structural", member({}), member(text)],
    [
      "unknown fields stay, and the schema is not structural",
      { ...kept, ...one(notStructural) },
      { ...kept, ...one(notStructural) },
    ],
    [
      "unknown fields stay, and the schema gets another fault",
      { ...kept, ...one(notStructural) },
      { ...kept, ...one({ properties: { a: { type: "null" } } }) },
    ],
    [
      "unknown fields stay, and the schema stops to be structural",
      { ...kept, ...one({ type: "object" }) },
      { ...kept, ...one(notStructural) },
    ],
    [
      "unknown fields stay, and a non-structural schema gets a default",
      { ...kept, ...one(notStructural) },
      { ...kept, ...one({ properties: { a: {}, b: { type: "string", default: "c" } } }) },
    ],
    [
      "unknown fields stay, and a non-structural schema gets an extension",
      { ...kept, ...one(notStructural) },
      { ...kept, ...one({ properties: { a: {}, b: { "x-kubernetes-int-or-string": true } } }) },
    ],
    ["unknown fields are no longer kept", { ...kept, ...one(notStructural) }, one(notStructural)],
    ["unknown fields begin to be kept", one({ type: "object" }), { ...kept, ...one({ type: "object" }) }],
    ["unknown fields stay without a schema", { ...kept, ...noSchema }, { ...kept, ...noSchema }],
    ["a definition without a schema stays so", noSchema, noSchema],
    [
      "a definition without a schema gets a version that is not served",
      noSchema,
      { versions: [...noSchema.versions, { name: "v2", served: false, storage: false }] },
    ],
    ["a definition loses its schema", member(text), noSchema],
    ["an unknown type stays", member({ type: "file" }), member({ type: "file" })],
    [
      "an unknown type is added to another",
      member({ type: "file" }),
      members({ a: { type: "file" }, b: { type: "cube" } }),
    ],
    ["an unknown type is added", member(text), member({ type: "file" })],
    ["the type null stays", member({ type: "null" }), member({ type: "null" })],
    ["a set of objects stays", member(objectSet), member(objectSet)],
    ["a set of objects is added to another", member(objectSet), members({ a: objectSet, b: objectSet })],
    ["a set of objects is added", member(text), member(objectSet)],
    ["a map without required keys stays", member(looseMap), member(looseMap)],
    [
      "a map without required keys is added to a nullable set",
      member(nullableSet),
      members({ a: nullableSet, b: looseMap }),
    ],
    ["a map without required keys is added", member(text), member(looseMap)],
    ["a nullable set becomes valid, and a map is added", member(nullableSet), members({ b: looseMap })],
    ["a forbidden keyword stays", member({ type: "string", $ref: "a" }), member({ type: "string", $ref: "a" })],
    ["a nullable root stays", one({ type: "object", nullable: true }), one({ type: "object", nullable: true })],
    ["an invalid pattern stays", member({ type: "string", pattern: "(" }), member({ type: "string", pattern: "(" })],
    ["an unknown review stays", webhook(["v9"]), webhook(["v9"])],
    ["an unknown review replaces a known one", webhook(["v1"]), webhook(["v9"])],
    ["an unreadable CA bundle stays", webhook(["v1"], "YWJj"), webhook(["v1"], "YWJj")],
    ["an unreadable CA bundle replaces none", webhook(["v1"]), webhook(["v1"], "YWJj")],
    [
      "scope and names change",
      {},
      { scope: "Cluster", names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" } },
    ],
    [
      "the storage version changes",
      {},
      { versions: [versionOf({ type: "object" }, { storage: false }), versionOf({ type: "object" }, { name: "v2" })] },
    ],
    ["the stored version is removed", {}, { versions: [versionOf({ type: "object" }, { name: "v2" })] }],
    [
      "a second version with another schema is added",
      member(text),
      {
        versions: [
          versionOf({ type: "object", properties: { a: text } }),
          versionOf({ type: "object", properties: { b: {} } }, { name: "v2", storage: false }),
        ],
      },
    ],
  ] as const
).map(([title, stored, spec]) => ({ title: `update: ${title}`, stored, spec }));
