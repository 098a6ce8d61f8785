/**
 * Words that cannot be the names of variables or global functions, although some of them are syntactically names. They
 * can be the names of fields and of methods, except `false`, `in`, `null` and `true`.
 */
export const reservedWords: ReadonlySet<string> = new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "false",
  "for",
  "function",
  "if",
  "import",
  "in",
  "let",
  "loop",
  "namespace",
  "null",
  "package",
  "return",
  "true",
  "var",
  "void",
  "while",
]);
