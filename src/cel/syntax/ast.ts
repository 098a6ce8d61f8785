/**
 * The syntax tree of an expression after macros were expanded. The shape and the ids equal those of the reference's parser,
 * because estimated and spent costs depend on them.
 */
import type { Uint } from "../values/index.ts";

/** A value that is written in an expression. A bigint is an int, a number is a double. */
export type ConstantValue = null | boolean | bigint | number | string | Uint | Uint8Array;

interface Node {
  /** Unique in the tree, except that a macro may use one expression several times. */
  readonly id: number;
}

/** A literal value. */
export interface Constant extends Node {
  readonly kind: "constant";
  readonly value: ConstantValue;
}

/** A name, or `.name` for one without a container. */
export interface Identifier extends Node {
  readonly kind: "identifier";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)`. */
export interface Select extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly testOnly: boolean;
}

/** A call of a function or an operator. Operators have names such as `_+_` and `_?._`. */
export interface CallExpression extends Node {
  readonly kind: "call";
  readonly name: string;
  /** Present in calls such as `target.name()`. */
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

/** `[a, ?b]`. */
export interface ListLiteral extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** Positions of elements that are written as `?element`. */
  readonly optionalIndices: readonly number[];
}

/** `key: value`, or `?key: value`. */
export interface MapEntry extends Node {
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}

/** `{key: value}`. */
export interface MapLiteral extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** `name: value` in the literal of an object. */
export interface FieldInitializer extends Node {
  readonly name: string;
  readonly value: Expression;
  readonly optional: boolean;
}

/** `Type{field: value}`. */
export interface ObjectLiteral extends Node {
  readonly kind: "object";
  readonly typeName: string;
  readonly fields: readonly FieldInitializer[];
}

/** The loop that a macro such as `all` expands to. */
export interface Comprehension extends Node {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  /** The second variable of a comprehension with two variables. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** A node of a syntax tree. */
export type Expression =
  | Constant
  | Identifier
  | Select
  | CallExpression
  | ListLiteral
  | MapLiteral
  | ObjectLiteral
  | Comprehension;

/** A parsed expression and where its parts are in the text. */
export interface ParsedExpression {
  readonly root: Expression;
  readonly text: string;
  /** For each id, the offset of the expression in code points; undefined where an id has no position. */
  readonly offsets: readonly (number | undefined)[];
}

/** A fault in an expression's text. */
export interface Issue {
  /** Offset in code points; undefined if the fault has no position. */
  readonly offset: number | undefined;
  /** In the words of the reference, without its position: `undeclared reference to 'x' (in container '')`. */
  readonly message: string;
}
