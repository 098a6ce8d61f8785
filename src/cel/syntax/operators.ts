import { token } from "./tokens.ts";

/** The names of operators, and of functions that only macros call. Calls have them as their names. */
export const operator = {
  conditional: "_?_:_",
  logicalAnd: "_&&_",
  logicalOr: "_||_",
  logicalNot: "!_",
  equals: "_==_",
  notEquals: "_!=_",
  less: "_<_",
  lessOrEqual: "_<=_",
  greater: "_>_",
  greaterOrEqual: "_>=_",
  add: "_+_",
  subtract: "_-_",
  multiply: "_*_",
  divide: "_/_",
  modulo: "_%_",
  negate: "-_",
  index: "_[_]",
  /** `a[?b]` */
  optionalIndex: "_[?_]",
  /** `a.?b` */
  optionalSelect: "_?._",
  /** `a in b` */
  inside: "@in",
  /** Whether a value is not `false`. Errors and unknown values are not. It is the condition of `all()` and `exists()`. */
  notStrictlyFalse: "@not_strictly_false",
  /** Adds entries to the map that `transformMap()` builds. */
  mapInsert: "cel.@mapInsert",
} as const;

/** The binary operators except `&&` and `||`. An operator of a higher level binds more strongly. */
export const binaryOperators = [
  { kind: token.equal, name: operator.equals, level: 1 },
  { kind: token.notEqual, name: operator.notEquals, level: 1 },
  { kind: token.inKeyword, name: operator.inside, level: 1 },
  { kind: token.less, name: operator.less, level: 1 },
  { kind: token.lessOrEqual, name: operator.lessOrEqual, level: 1 },
  { kind: token.greaterOrEqual, name: operator.greaterOrEqual, level: 1 },
  { kind: token.greater, name: operator.greater, level: 1 },
  { kind: token.plus, name: operator.add, level: 2 },
  { kind: token.minus, name: operator.subtract, level: 2 },
  { kind: token.star, name: operator.multiply, level: 3 },
  { kind: token.slash, name: operator.divide, level: 3 },
  { kind: token.percent, name: operator.modulo, level: 3 },
] as const;
