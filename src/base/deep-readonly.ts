/** A type whose members and items cannot be modified, at any depth. */
export type DeepReadonly<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** The inverse of `DeepReadonly`: the type of a copy of a shared value. Its members and items may be modified. */
export type DeepWritable<T> = T extends (...args: never) => unknown
  ? T
  : T extends object
    ? { -readonly [Name in keyof T]: DeepWritable<T[Name]> }
    : T;
