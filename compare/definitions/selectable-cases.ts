/** Definitions with selectable fields. */
import type { Json } from "../suite.ts";
import type { DefinitionCase } from "./definition-cases.ts";

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    metadata: { type: "object", properties: { name: text } },
    spec: {
      type: "object",
      properties: {
        text,
        choice: { type: "string", enum: ["a"] },
        time: { type: "string", format: "date-time" },
        flag: { type: "boolean" },
        count: { type: "integer" },
        ratio: { type: "number" },
        list: { type: "array", items: text },
        inner: { type: "object", properties: { text } },
        any: { "x-kubernetes-preserve-unknown-fields": true },
        either: { "x-kubernetes-int-or-string": true },
        map: { type: "object", additionalProperties: text },
        nested: { type: "object", additionalProperties: { type: "object", properties: { text } } },
        nullable: { type: "string", nullable: true },
        "a b": text,
        "a'b": text,
      },
    },
  },
};
const many = Array.from({ length: 9 }, (_, index) => `.spec.nested.k${index}.text`);

const paths: readonly (readonly string[])[] = [
  [".spec.text", ".spec.choice", ".spec.time", ".spec.flag", ".spec.count", ".spec.nullable"],
  [".spec.ratio"],
  [".spec.list"],
  [".spec.inner"],
  [".spec.any"],
  [".spec.either"],
  [".spec.map"],
  [".spec.map.key"],
  [".spec.nested.key.text"],
  [".spec.missing"],
  [".missing.text"],
  [".spec.text.more"],
  [".spec.any.more"],
  [".spec.list.0"],
  [".spec.list[0]"],
  [".spec['text']"],
  ["spec.text"],
  ["."],
  [".."],
  [".spec."],
  [".spec..text"],
  [".spec.text]"],
  ["]"],
  [""],
  [".spec.a b"],
  [".spec.a'b"],
  [".spec.'a.b'"],
  [" .spec.text"],
  [".metadata.name"],
  [".metadata"],
  [".metadata.labels"],
  [".spec.text", ".spec.text"],
  [".spec.map.a", ".spec.map.a", ".spec.map.b"],
  many.slice(0, 8),
  many,
  ["", "", ".x", ".spec.text", ".spec.text"],
];

const versionWith = (more: Json): Json => ({ name: "v1", served: true, storage: true, ...more });
const fieldsOf = (all: readonly string[]): Json => ({ selectableFields: all.map((jsonPath) => ({ jsonPath })) });

/** Specs of new definitions. */
export const selectableCases: readonly DefinitionCase[] = [
  ...paths.map((all) => ({
    title: `the selectable fields ${JSON.stringify(all)}`,
    spec: { versions: [versionWith({ schema: { openAPIV3Schema: schema }, ...fieldsOf(all) })] },
  })),
  {
    title: "different selectable fields in two versions with the same schema",
    spec: {
      versions: [
        versionWith({ schema: { openAPIV3Schema: schema }, ...fieldsOf([".spec.text"]) }),
        versionWith({ name: "v2", storage: false, schema: { openAPIV3Schema: schema } }),
      ],
    },
  },
  {
    title: "different selectable fields in two versions with different schemas",
    spec: {
      versions: [
        versionWith({ schema: { openAPIV3Schema: schema }, ...fieldsOf([".spec.ratio"]) }),
        versionWith({ name: "v2", storage: false, schema: { openAPIV3Schema: { type: "object" } } }),
      ],
    },
  },
  {
    title: "the same selectable fields in two versions with different schemas",
    spec: {
      versions: [
        versionWith({ schema: { openAPIV3Schema: schema }, ...fieldsOf([".spec.text"]) }),
        versionWith({
          name: "v2",
          storage: false,
          schema: { openAPIV3Schema: { type: "object" } },
          ...fieldsOf([".spec.text"]),
        }),
      ],
    },
  },
  {
    title: "selectable fields without a schema",
    spec: { versions: [versionWith(fieldsOf([".spec.text"]))] },
  },
];
