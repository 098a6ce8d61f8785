/**
 * Rules across the fields of a struct, which are not data: small pure functions, declared beside the kinds and
 * applied wherever the struct occurs.
 */
import { type IsEnabled, noFeatures } from "../meta/feature-gates.ts";
import type { FieldError } from "../meta/field-error.ts";
import { type Vocabulary, vocabularies } from "../meta/vocabulary.ts";
import type { OrderEntry } from "./error-order.ts";
import type { StructSchema } from "./schema.ts";

/** What is being written, as rules may ask about it. */
export interface ValidatedWrite {
  /** The whole object that is to be replaced; absent: a new one is made. What it has already may be let pass. */
  readonly old?: unknown;
  /** Whether the same update was validated before and every error is reported once more (`UpdateChecks`). */
  readonly isRepeated?: boolean;
  readonly isEnabled: IsEnabled;
  /** How names are spelled in what is validated. */
  readonly vocabulary: Vocabulary;
}

/** Of what is validated by itself, with no feature on. */
export const plainWrite: ValidatedWrite = { isEnabled: noFeatures, vocabulary: vocabularies.kubernetes };

/** What validation may look at besides the value. */
export interface ValidationContext {
  readonly write: ValidatedWrite;
  /** The path of the value, `spec.containers[0]`; empty for the object itself. */
  path(): string;
  /** Reports an error; all of them are answered together. */
  report(error: FieldError): void;
  /**
   * Returns whether an error was reported at a path or below it.
   * @param path starts at the object; only called if there are errors
   */
  isFaulty(path: () => string): boolean;
}

export interface StructRules<T> {
  /** Fills what is unset, from other fields of the same struct. Runs after the members' own defaults. */
  readonly defaults?: (value: T) => void;
  /**
   * Fills what is unset and has a default only with a feature. Runs after all `defaults` of the object. Like theirs, the new values
   * count as written by the client.
   */
  readonly featureDefaults?: (value: T, isEnabled: IsEnabled) => void;
  /** Reports what is wrong with the struct as a whole. Runs before its members are validated. Must not change it. */
  readonly validate?: (value: T, context: ValidationContext) => void;
  /** Reports what depends on the errors of members. Runs after the members are validated. Must not change the value. */
  readonly validateLast?: (value: T, context: ValidationContext) => void;
  /** Members whose own rules are not applied, because of what else the struct holds, or where it stands. */
  readonly skipped?: (value: T, context: ValidationContext) => readonly string[];
  /**
   * In which order errors of the struct are told, where that is neither its own rules first nor the order of its members:
   * the paths of members, or of parts of them that have a place of their own. What has none comes last.
   */
  readonly order?: readonly OrderEntry[] | ((value: T) => readonly OrderEntry[]);
}

/** Rules by struct. */
export type RuleSet = ReadonlyMap<StructSchema, StructRules<unknown>>;

export type RuleEntry = readonly [StructSchema, StructRules<unknown>];

/** One entry of a rule set, with the types of struct and rules tied together. */
export function rulesFor<T>(struct: StructSchema<T>, rules: StructRules<T>): RuleEntry {
  return [struct, rules as StructRules<unknown>];
}
