/**
 * Rules that concern several fields of a struct. They are code, not data: small pure functions, declared next to the
 * kinds and applied wherever the struct occurs.
 */
import { type IsEnabled, noFeatures } from "../meta/feature-gates.ts";
import type { FieldError } from "../meta/field-error.ts";
import { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
import type { ErrorOrderEntry } from "./error-order.ts";
import type { StructSchema } from "./schema.ts";

/** The write that is validated, as far as rules may depend on it. */
export interface ValidatedWrite {
  /**
   * The stored object that is replaced; absent in a create. Some rules accept values that the stored object already
   * has.
   */
  readonly old?: unknown;
  /** Whether this is a repeated check of the same update, which reports every error once more (`UpdateChecks`). */
  readonly isRepeated?: boolean;
  readonly isEnabled: IsEnabled;
  /** The vocabulary of the names in the validated object. */
  readonly vocabulary: Vocabulary;
}

/** For values that are validated outside of a write. No feature is enabled. */
export const standaloneWrite: ValidatedWrite = { isEnabled: noFeatures, vocabulary: vocabularies.kubernetes };

/** Everything that validation may depend on besides the value. It also collects the errors. */
export interface ValidationContext {
  readonly write: ValidatedWrite;
  /** Returns the path of the value, such as `spec.containers[0]`; empty for the object itself. */
  path(): string;
  /** Reports an error. The response contains all reported errors. */
  report(error: FieldError): void;
  /**
   * Returns whether an error was reported at a path or below it.
   * @param path starts at the object; only called if there are errors
   */
  isFaulty(path: () => string): boolean;
}

/** Rules for the values of one struct. */
export interface StructRules<T> {
  /** Fills in unset fields from other fields of the same struct. Runs after the defaults of the members. */
  readonly defaults?: (value: T) => void;
  /**
   * Fills in unset fields that have a default only while a feature is enabled. Runs after all `defaults` of the object.
   * As with `defaults`, the client's field manager owns the new values.
   */
  readonly featureDefaults?: (value: T, isEnabled: IsEnabled) => void;
  /** Reports errors that concern several members. Runs before the members are validated. Must not change the value. */
  readonly validate?: (value: T, context: ValidationContext) => void;
  /**
   * Reports errors that depend on errors of members. Runs after the members are validated. Must not change the value.
   */
  readonly validateLast?: (value: T, context: ValidationContext) => void;
  /** Returns the names of the members whose rules are not applied to this value. */
  readonly skipped?: (value: T, context: ValidationContext) => readonly string[];
  /**
   * The order of the struct's errors. Default: errors of `validate`, then errors of the members in declared order.
   * Entries are paths of members, or of parts of members that have a separate position. Errors at other paths come
   * last.
   */
  readonly order?: readonly ErrorOrderEntry[] | ((value: T) => readonly ErrorOrderEntry[]);
}

/** The rules of each struct. */
export type RuleSet = ReadonlyMap<StructSchema, StructRules<unknown>>;

/** One entry of a RuleSet. */
export type RuleEntry = readonly [StructSchema, StructRules<unknown>];

/** Returns one entry of a rule set. Its type parameter ties the rules to the struct. */
export function rulesFor<T>(struct: StructSchema<T>, rules: StructRules<T>): RuleEntry {
  return [struct, rules as StructRules<unknown>];
}
