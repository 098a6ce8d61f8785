/** The part of OpenAPI's schema language that the published documents use. */

/** A major version of OpenAPI. */
export type OpenApiVersion = "2.0" | "3.0";

/** A schema in a published document. Members that begin with `x-` are extensions. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: "array" | "boolean" | "integer" | "number" | "object" | "string";
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: OpenApiSchema;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly uniqueItems?: boolean;
  readonly [extension: `x-${string}`]: unknown;
}
