/**
 * Structural schemas: the schemas of custom types. A schema has no texts for people, such as descriptions, because it stays in
 * memory while its type is used.
 */
import type { SchemaRule } from "./schema-rule.ts";

/** A node of a structural schema. */
export interface StructuralSchema {
  /** `object`, `array`, `string` and so on; empty if the schema has no type. */
  readonly type: string;
  readonly format: string;
  readonly isNullable: boolean;
  readonly isIntOrString: boolean;
  /** Whether the value is an API object. Its implicit properties are in `properties`. */
  readonly isEmbeddedResource: boolean;
  readonly preservesUnknownFields: boolean;
  /** With the implicit properties of an API object. Undefined if there is no property. */
  readonly properties: ReadonlyMap<string, StructuralSchema> | undefined;
  /** Only the properties that the definition declares. Undefined if there are none. */
  readonly declaredProperties: ReadonlyMap<string, StructuralSchema> | undefined;
  /** The schema of the values of a map. */
  readonly values: StructuralSchema | undefined;
  /** Whether there is `additionalProperties`, as a schema or as a boolean. */
  readonly hasAdditionalProperties: boolean;
  /** Whether `additionalProperties` is `false`. */
  readonly forbidsAdditionalProperties: boolean;
  readonly items: StructuralSchema | undefined;
  /** `atomic`, `set`, `map` or another text; empty if the schema does not say. */
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  /** `atomic`, `granular` or another text; empty if the schema does not say. */
  readonly mapType: string;
  readonly required: ReadonlySet<string>;
  /** Undefined if there is none. */
  readonly default: unknown;
  readonly enum: readonly unknown[];
  readonly maxLength: number | undefined;
  readonly maxItems: number | undefined;
  readonly maxProperties: number | undefined;
  /** Keywords that only the validation of values uses. Undefined if there are none. */
  readonly constraints: ValueConstraints | undefined;
  /** Rules in the expression language that values must satisfy. */
  readonly rules: readonly SchemaRule[];
  /** The names of extensions in the vocabulary of the schema, for errors. */
  readonly extensionNames: ExtensionNames;
}

/** The names of extensions that errors contain. */
export interface ExtensionNames {
  readonly intOrString: string;
  readonly preservesUnknownFields: string;
  readonly listType: string;
}

/** Limits of a value, and conditions of which all, any, one or none must apply. */
export interface ValueConstraints {
  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly minLength?: number;
  /** A regular expression in RE2 syntax that matches a part of the text. */
  readonly pattern?: string;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly allOf?: readonly StructuralSchema[];
  readonly anyOf?: readonly StructuralSchema[];
  readonly oneOf?: readonly StructuralSchema[];
  readonly not?: StructuralSchema;
}
