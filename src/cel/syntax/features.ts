/** Rules of the syntax that arrived with a release. */
export interface SyntaxFeatures {
  /** `a.?b`, `a[?k]`, `[?e]`, `{?k: v}`, `optMap()`, `optFlatMap()`. */
  readonly optionalSyntax: boolean;
  /** Macros with two variables: `all(i, e, ...)`, `transformList()`. */
  readonly twoVariableComprehensions: boolean;
  /** The macro `cel.bind(name, value, expression)`. Default: false. */
  readonly bindings?: boolean;
}
