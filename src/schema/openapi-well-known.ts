/** Definitions of types that are not structs, such as quantities and times. */
import type { OpenApiSchema, OpenApiVersion } from "./openapi-schema.ts";
import type { FormattedSchema, IntOrStringSchema, RawSchema } from "./schema.ts";

/** Package and type, in the form of a struct's name. */
export type WellKnownType =
  | "api/resource.Quantity"
  | "meta/v1.Duration"
  | "meta/v1.FieldsV1"
  | "meta/v1.MicroTime"
  | "meta/v1.Time"
  | "runtime.RawExtension"
  | "util/intstr.IntOrString";

const typesByNode = {
  time: "meta/v1.Time",
  microTime: "meta/v1.MicroTime",
  duration: "meta/v1.Duration",
  quantity: "api/resource.Quantity",
  intOrString: "util/intstr.IntOrString",
  raw: "runtime.RawExtension",
} as const satisfies Record<string, WellKnownType>;

/** Returns the name of the type that OpenAPI shows for a schema. */
export function wellKnownTypeOf(schema: FormattedSchema | IntOrStringSchema | RawSchema): WellKnownType {
  return (schema.node === "raw" ? schema.wellKnown : undefined) ?? typesByNode[schema.node];
}

interface Definition {
  readonly description: string;
  readonly form: OpenApiSchema;
  /** Form in version 2, which cannot express that a value has one of several types. */
  readonly formInV2?: OpenApiSchema;
}

const definitions: Readonly<Record<WellKnownType, Definition>> = {
  "api/resource.Quantity": {
    description:
      "An exact number with a suffix: binary (Ki, Mi, Gi, Ti, Pi, Ei), decimal (n, u, m, k, M, G, T, P, E) or a decimal exponent. It is kept in a canonical form: 1.5 is written as 1500m, 1536Mi stays what it is.",
    form: { oneOf: [{ type: "string" }, { type: "number" }] },
    formInV2: { type: "string" },
  },
  "meta/v1.Duration": { description: "A length of time, such as 1h30m or 250ms.", form: { type: "string" } },
  "meta/v1.FieldsV1": {
    description:
      "A set of fields as a tree: `f:` and a name is a field, `k:` and keys, `v:` and a value, or `i:` and an index is an item of a list, and `.` is the field or item itself.",
    form: { type: "object" },
  },
  "meta/v1.MicroTime": {
    description: "A point in time in RFC 3339 form with microseconds, in UTC.",
    form: { type: "string", format: "date-time" },
  },
  "meta/v1.Time": {
    description: "A point in time in RFC 3339 form with whole seconds, in UTC.",
    form: { type: "string", format: "date-time" },
  },
  "runtime.RawExtension": { description: "An object of any shape, kept as it came.", form: { type: "object" } },
  "util/intstr.IntOrString": {
    description: "An integer of 32 bits, or a text such as a name or a percentage.",
    form: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
    formInV2: { type: "string", format: "int-or-string" },
  },
};

/** Returns the definition of a well-known type. */
export function wellKnownDefinition(type: WellKnownType, version: OpenApiVersion): OpenApiSchema {
  const { description, form, formInV2 = form } = definitions[type];
  return { description, ...(version === "2.0" ? formInV2 : form) };
}
