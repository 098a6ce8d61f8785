/**
 * Rules across the fields of a struct, which are not data: small pure functions, declared beside the kinds and
 * applied wherever the struct occurs.
 */
import type { FieldError } from "../meta/field-error.ts";
import type { StructSchema } from "./schema.ts";

/** What validation may look at besides the value. */
export interface ValidationContext {
  /** The path of the value, `spec.containers[0]`; empty for the object itself. */
  path(): string;
  /** Reports an error; all of them are answered together. */
  report(error: FieldError): void;
}

export interface StructRules<T> {
  /** Fills what is unset, from other fields of the same struct. Runs after the members' own defaults. */
  readonly defaults?: (value: T) => void;
  /** Reports what is wrong with the struct as a whole. Runs before its members are validated. Must not change it. */
  readonly validate?: (value: T, context: ValidationContext) => void;
}

/** Rules by struct. */
export type RuleSet = ReadonlyMap<StructSchema, StructRules<unknown>>;

export type RuleEntry = readonly [StructSchema, StructRules<unknown>];

/** One entry of a rule set, with the types of struct and rules tied together. */
export function rulesFor<T>(struct: StructSchema<T>, rules: StructRules<T>): RuleEntry {
  return [struct, rules as StructRules<unknown>];
}
