/** An expression whose types are known. */
import type { ParsedExpression } from "../syntax/index.ts";
import type { Type } from "../types/index.ts";
import type { Value } from "../values/index.ts";

/** The variable, constant or function to which a name refers. */
export type Reference = IdentifierReference | FunctionReference;

/** A reference to a variable or a constant. */
export interface IdentifierReference {
  readonly kind: "identifier";
  /** The full name of a variable or constant: `a.b` for a select that is a qualified name. */
  readonly name: string;
  /** The value of a constant. */
  readonly value: Value | undefined;
}

/** A reference to the overloads of a function. */
export interface FunctionReference {
  readonly kind: "function";
  /** The full name of the function. */
  readonly name: string;
  /** The overloads that the types of the arguments allow. If there are several, the evaluation chooses. */
  readonly overloadIds: readonly string[];
  /** Whether the target of the call is the beginning of the function's name, as in `math.max(1, 2)`. */
  readonly isQualified: boolean;
}

/** An expression without faults, and the types of its parts. Arrays are indexed by the ids of expressions. */
export interface CheckedExpression {
  readonly parsed: ParsedExpression;
  readonly types: readonly (Type | undefined)[];
  readonly references: readonly (Reference | undefined)[];
  readonly resultType: Type;
}
