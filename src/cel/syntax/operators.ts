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
