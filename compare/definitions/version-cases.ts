/** Definitions with several versions, subresources and columns. */
import type { Json } from "../suite.ts";
import type { DefinitionCase } from "./definition-cases.ts";

const object = { type: "object" };
const bad = { type: "object", properties: { a: {} } };
const other = { type: "object", properties: { b: { type: "array" } } };
const versions = (...all: readonly Json[]): Json =>
  all.map((more, index) => ({
    name: `v${index + 1}`,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: object },
    ...more,
  }));
const schema = (openAPIV3Schema: Json): Json => ({ schema: { openAPIV3Schema } });
const status = { subresources: { status: {} } };
const limited = { type: "object", maxProperties: 2 };
const scale = (specReplicasPath: string, statusReplicasPath: string, labelSelectorPath?: string): Json => ({
  subresources: {
    scale: { specReplicasPath, statusReplicasPath, ...(labelSelectorPath ? { labelSelectorPath } : {}) },
  },
});
const column = (more: Json): Json => ({
  additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a", ...more }],
});

/** Specs of new definitions. */
export const versionCases: readonly DefinitionCase[] = (
  [
    ["two versions share an invalid schema", { versions: versions(schema(bad), schema(bad)) }],
    ["one of two versions has an invalid schema", { versions: versions({}, schema(bad)) }],
    ["two versions have different invalid schemas", { versions: versions(schema(bad), schema(other)) }],
    [
      "two versions share a schema, and one has the status",
      { versions: versions({ ...schema(limited), ...status }, schema(limited)) },
    ],
    [
      "two versions share the status, and have different schemas",
      { versions: versions({ ...schema(limited), ...status }, status) },
    ],
    ["a version without the status may have any root", { versions: versions({ ...schema(limited) }, status) }],
    ["two versions have the same name", { versions: versions({}, { name: "v1", ...status, ...schema(limited) }) }],
    [
      "two versions have the same name, and the first has the status",
      { versions: versions(status, { name: "v1", ...schema(limited) }) },
    ],
    ["no version has a schema", { versions: versions({ schema: {} }, { schema: {} }) }],
    ["one version has no schema", { versions: versions({}, { schema: undefined }) }],
    ["no version is stored", { versions: versions({ storage: false }) }],
    ["two versions are stored", { versions: versions({}, { storage: true, ...column({}) }) }],
    ["no versions", { versions: [] }],
    ["the name of a version is invalid", { versions: versions({ name: "V1" }) }],
    ["unknown fields are kept", { preserveUnknownFields: true, versions: versions(schema(bad)) }],
    [
      "unknown fields are kept, and there are defaults",
      {
        preserveUnknownFields: true,
        versions: versions(schema({ type: "object", properties: { a: { type: "string", default: "b" } } })),
      },
    ],
    [
      "unknown fields are kept, and a schema has an extension",
      {
        preserveUnknownFields: true,
        versions: versions(schema({ properties: { a: { "x-kubernetes-preserve-unknown-fields": true }, b: {} } })),
      },
    ],
    ["unknown fields are kept with a webhook", { preserveUnknownFields: true, conversion: { strategy: "Webhook" } }],
    ["a deprecation warning without deprecation", { versions: versions({ deprecationWarning: "old" }) }],
    [
      "a deprecation warning that cannot be printed",
      { versions: versions({ deprecated: true, deprecationWarning: "a\nb" }) },
    ],
    ["an empty deprecation warning", { versions: versions({ deprecated: true, deprecationWarning: "" }) }],
    ["a long deprecation warning", { versions: versions({ deprecated: true, deprecationWarning: "a".repeat(257) }) }],
    ["valid paths of the scale", { versions: versions(scale(".spec.a", ".status.b.c", ".spec.d")) }],
    ["empty paths of the scale", { versions: versions(scale("", "")) }],
    ["paths of the scale without a dot", { versions: versions(scale("spec.a", "status", "x")) }],
    ["paths of the scale at other places", { versions: versions(scale(".status.a", ".spec.b", ".metadata.c")) }],
    ["paths of the scale that end early", { versions: versions(scale(".spec", ".status", ".")) }],
    ["different scales", { versions: versions(scale(".a", ".b"), {}) }],
    ["a column without name, type and path", { versions: versions(column({ name: "", type: "", jsonPath: "" })) }],
    ["a column of an unknown type", { versions: versions(column({ type: "object" })) }],
    ["a column with an unknown format", { versions: versions(column({ format: "email" })) }],
    ["a column with a path without a dot", { versions: versions(column({ jsonPath: "spec" })) }],
    ["a column with the path of the whole object", { versions: versions(column({ jsonPath: "." })) }],
    ["a column with any path", { versions: versions(column({ jsonPath: ".a[?(@.b==1)]..c{" })) }],
    ["columns of one of two versions", { versions: versions(column({ type: "x" }), {}) }],
    [
      "columns with the same name",
      {
        versions: versions({
          additionalPrinterColumns: [
            { name: "A", type: "string", jsonPath: ".a" },
            { name: "A", type: "string", jsonPath: ".a" },
          ],
        }),
      },
    ],
    ["a group without a dot", { group: "shop" }],
    ["a scope that does not exist", { scope: "Any" }],
    [
      "names that are no labels",
      {
        names: {
          plural: "widgets",
          singular: "W",
          kind: "wid.get",
          listKind: "a b",
          shortNames: ["A"],
          categories: [""],
        },
      },
    ],
    ["a conversion by a webhook without one", { conversion: { strategy: "Webhook", webhook: {} } }],
    [
      "a conversion by a webhook that knows no review",
      {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v2", "v2", "V"] },
        },
      },
    ],
    [
      "a conversion with an unreadable CA bundle",
      {
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { url: "https://a", caBundle: "YWJj" }, conversionReviewVersions: ["v1"] },
        },
      },
    ],
  ] as const
).map(([title, spec]) => ({ title, spec }));
