/**
 * Declarations of flags as data. Parsing, help, completion, documentation and the types of the values are derived from
 * them.
 */

interface FlagBase {
  /** Name without the dashes. */
  readonly name: string;
  /** Letter of the short form, without the dash. */
  readonly short?: string;
  /** Explanation for users, in whole sentences. */
  readonly doc: string;
  /** Heading under which help and documentation list it. */
  readonly group: string;
  /** The flag works, but help and documentation do not list it. */
  readonly hidden?: boolean;
  /** Stability of the flag. Default: `GA`. */
  readonly stage?: FlagStage;
  /** The flag works, but help and documentation do not list it, and its use prints a warning. */
  readonly deprecation?: FlagDeprecation;
}

/** Stability of a flag. */
export type FlagStage = "Alpha" | "Beta" | "GA";

/** Why and since when a flag should not be used. */
export interface FlagDeprecation {
  /** Minor release of version 1 in which its use was first warned about. */
  readonly since: number;
  /** First minor release without the flag. Absent if it is not decided. */
  readonly removed?: number;
  /** Names of the flags to use instead. */
  readonly replacements: readonly string[];
  /** Advice in whole sentences, which names the replacements. */
  readonly message: string;
}

/** A flag whose value is any text. */
export interface StringFlag extends FlagBase {
  readonly type: "string";
  readonly default?: string;
  /** Placeholder of the value in help. */
  readonly placeholder: string;
  /** Returns what is wrong with a value, or undefined. */
  readonly check?: (value: string) => string | undefined;
}

/** A flag whose value is a whole number. */
export interface IntegerFlag extends FlagBase {
  readonly type: "integer";
  readonly default?: number;
  /** Plural noun, for help: `seconds`. Default: help shows `NUMBER`. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

/** A flag whose value is a duration in Go's syntax: `300ms`, `1h30m`. */
export interface DurationFlag extends FlagBase {
  readonly type: "duration";
  /** In Go's syntax, like values on the command line. */
  readonly default?: string;
  /** Smallest value in milliseconds, 0 or more. */
  readonly minMs: number;
}

/** A flag whose value is one of a fixed set. */
export interface EnumFlag extends FlagBase {
  readonly type: "enum";
  readonly default?: string;
  readonly values: readonly string[];
  /** Values that continue after a `=`: `jsonpath=TEMPLATE`. */
  readonly openValues?: readonly OpenValue[];
  /** Values that work, but print a warning, with the values that replace them. */
  readonly deprecatedValues?: Readonly<Record<string, string>>;
  /** Returns the message of the reference about another value. It follows the list of values. */
  readonly unknownText?: (value: string) => string;
}

/** A value of an `EnumFlag` that continues with a text. */
export interface OpenValue {
  readonly name: string;
  /** Placeholder of the text in help. */
  readonly placeholder: string;
}

/** A flag that is true if it has no value. */
export interface BooleanFlag extends FlagBase {
  readonly type: "boolean";
  readonly default: boolean;
}

/** A flag whose value is the path of a file or folder. */
export interface PathFlag extends FlagBase {
  readonly type: "path";
  readonly default?: string;
}

/** A flag whose value is a comma-separated list. Repeated flags add to the list: `--x=a,b --x=c` has three values. */
export interface ListFlag extends FlagBase {
  readonly type: "list";
  readonly default: readonly string[];
  readonly placeholder: string;
  /** Whether each use of the flag has one value, which may contain commas. Default: false. */
  readonly keepsCommas?: boolean;
}

/** Declaration of a flag of any type. */
export type FlagSpec = StringFlag | IntegerFlag | DurationFlag | EnumFlag | BooleanFlag | PathFlag | ListFlag;

/** A value of any flag. Durations are in milliseconds. */
export type FlagValue = string | number | boolean | readonly string[];

type ValueOf<F extends FlagSpec> = F extends { type: "integer" | "duration" }
  ? number
  : F extends { type: "boolean" }
    ? boolean
    : F extends { type: "list" }
      ? readonly string[]
      : F extends { type: "enum"; values: readonly (infer V)[] }
        ? V | OpenValueOf<F>
        : string;

type OpenValueOf<F extends FlagSpec> = F extends { openValues: readonly { name: infer N extends string }[] }
  ? `${N}=${string}`
  : never;

/** Values by name, without defaults: only the flags on the command line. */
export type ExplicitValues<F extends FlagSpec> = { readonly [S in F as S["name"]]?: ValueOf<S> };

/** Values by name, with defaults for the other flags. */
export type FlagValues<F extends FlagSpec> = {
  readonly [S in F as S["name"]]: S extends { default: FlagValue } ? ValueOf<S> : ValueOf<S> | undefined;
};
