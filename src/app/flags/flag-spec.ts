/**
 * Declarations of flags as data. Parsing, help, completion, documentation and the types of the values are derived from
 * them.
 */

interface FlagBase {
  /** Without the dashes. */
  readonly name: string;
  /** One letter that stands for it behind one dash. */
  readonly short?: string;
  /** What it does, for whoever runs the command: whole sentences. */
  readonly doc: string;
  /** Heading under which help and documentation list it. */
  readonly group: string;
  /** Understood, but not listed. */
  readonly hidden?: boolean;
}

export interface StringFlag extends FlagBase {
  readonly type: "string";
  readonly default?: string;
  /** What stands for the value in help. */
  readonly placeholder: string;
  /** Says what is wrong with a value, or nothing. */
  readonly check?: (value: string) => string | undefined;
}

export interface IntegerFlag extends FlagBase {
  readonly type: "integer";
  readonly default?: number;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

export interface DurationFlag extends FlagBase {
  readonly type: "duration";
  /** In Go's syntax, as values are. */
  readonly default?: string;
  /** 0 or more. */
  readonly minMs: number;
}

export interface EnumFlag extends FlagBase {
  readonly type: "enum";
  readonly default?: string;
  readonly values: readonly string[];
  /** Values that go on behind a `=`: `jsonpath=TEMPLATE`. */
  readonly openValues?: readonly OpenValue[];
}

export interface OpenValue {
  readonly name: string;
  /** What stands for the text behind it. */
  readonly placeholder: string;
}

export interface BooleanFlag extends FlagBase {
  readonly type: "boolean";
  readonly default: boolean;
}

export interface PathFlag extends FlagBase {
  readonly type: "path";
  readonly default?: string;
}

/** Comma-separated, and repeatable: `--x=a,b --x=c` gives three. */
export interface ListFlag extends FlagBase {
  readonly type: "list";
  readonly default: readonly string[];
  readonly placeholder: string;
}

export type FlagSpec = StringFlag | IntegerFlag | DurationFlag | EnumFlag | BooleanFlag | PathFlag | ListFlag;

/** A value of any flag. Durations are milliseconds. */
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

/** Values by name, as given: only what was on the command line. */
export type GivenValues<F extends FlagSpec> = { readonly [S in F as S["name"]]?: ValueOf<S> };

/** Values by name, defaults filled in. */
export type FlagValues<F extends FlagSpec> = {
  readonly [S in F as S["name"]]: S extends { default: FlagValue } ? ValueOf<S> : ValueOf<S> | undefined;
};
