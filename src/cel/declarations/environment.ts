/** An environment: all that an expression may refer to, and the rules by which it is read. */
import type { Type } from "../types/index.ts";
import type { Value } from "../values/index.ts";
import type { FunctionDeclaration } from "./function.ts";

/** A field of an object type. */
export interface FieldDeclaration {
  readonly type: Type;
}

/** Knows the object types. */
export interface TypeProvider {
  /** Whether an object type has this name. */
  hasType(name: string): boolean;

  /** Returns a field by its name in expressions; undefined if the type has no such field. */
  field(typeName: string, field: string): FieldDeclaration | undefined;

  /** Creates the value of an object literal; undefined if the type cannot be created in expressions. */
  create?(typeName: string, fields: ReadonlyMap<string, Value>): Value | undefined;
}

/** Rules of the language that arrived with a release. */
export interface LanguageFeatures {
  /** `1 < 2.0` type-checks. */
  readonly crossTypeComparisons: boolean;
  /** `a.?b`, `a[?k]`, `[?e]`, `{?k: v}`, `optMap()`, `optFlatMap()`. */
  readonly optionalSyntax: boolean;
  /** The macro `cel.bind(name, value, expression)`, which only the expressions of devices have. Default: false. */
  readonly bindings?: boolean;
  /** Whether a value of any declared type can be null, because schemas can have nullable parts. Default: false. */
  readonly nullableValues?: boolean;
  /** Macros with two variables: `all(i, e, ...)`, `transformList()`. */
  readonly twoVariableComprehensions: boolean;
  /** Constants that are durations, timestamps or patterns are checked when the expression is compiled. */
  readonly checkedConstants: boolean;
}

/** An immutable environment. `extend()` returns a new one. */
export interface Environment {
  /** The namespace in which names are resolved: `a.b` finds `x` as `a.b.x`, `a.x` and `x`. Empty by default. */
  readonly container: string;
  readonly features: LanguageFeatures;
  /** Returns the type of a variable by its full name. */
  readonly variable: (name: string) => Type | undefined;
  /** Returns a constant by its full name: a type name such as `int`, or a value that a library declares. */
  readonly constant: (name: string) => { readonly type: Type; readonly value: Value } | undefined;
  readonly function: (name: string) => FunctionDeclaration | undefined;
  /** The full names of all variables, and of all functions. For completion. */
  readonly variableNames: () => readonly string[];
  readonly functionNames: () => readonly string[];
  readonly types: TypeProvider;
}
