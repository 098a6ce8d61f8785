/**
 * Finds the imports of a source file in its tokens. Comments, strings and regular expressions that look like imports do
 * not count. It needs no compiler, so a new interface of the compiler cannot make it miss imports.
 */
import { type SourceToken, tokenize } from "./tokenize.ts";

/** An import of a source file. */
export interface Import {
  /** Path or package as written; undefined if it is computed. */
  readonly specifier: string | undefined;
  /** Line of the word that begins the import, counted from 1. */
  readonly line: number;
}

/**
 * Returns all imports in order: static, dynamic, type-only and side-effect imports, re-exports, calls of `require()` or
 * of a function that `createRequire()` returned, and `new URL("./x.ts", import.meta.url)`.
 */
export function importsOf(source: string): Import[] {
  const tokens = tokenize(source);
  const requires = requireFunctions(tokens);
  const found: Import[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.type !== "word" || isText(tokens[index - 1], ".")) continue;
    const specifier = requires.has(token.text) ? argumentAt(tokens, index + 1) : specifierAt(tokens, index);
    if (specifier)
      found.push({ specifier: specifier.type === "string" ? specifier.text : undefined, line: token.line });
  }
  return found;
}

/** Returns `require` and the constants to which the file assigns the result of `createRequire()`. */
function requireFunctions(tokens: readonly SourceToken[]): Set<string> {
  const names = new Set(["require"]);
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index - 2];
    if (isText(token, "createRequire") && isText(tokens[index - 1], "=") && name) names.add(name.text);
  }
  return names;
}

/** Returns the first argument of the call whose `(` is at `index`; undefined if there is no call. */
function argumentAt(tokens: readonly SourceToken[], index: number): SourceToken | undefined {
  return isText(tokens[index], "(") ? tokens[index + 1] : undefined;
}

/** Returns the token with the path or package of the import that begins at `index`; undefined if none does. */
function specifierAt(tokens: readonly SourceToken[], index: number): SourceToken | undefined {
  const next = tokens[index + 1];
  switch (tokens[index]?.text ?? "") {
    case "import":
      if (next?.type === "string") return next;
      if (isText(next, "(")) return tokens[index + 2];
      return isImportClause(next) ? afterFrom(tokens, index + 1) : undefined;
    case "export":
      return isExportClause(tokens, index + 1) ? afterFrom(tokens, index + 1) : undefined;
    case "URL":
      return isModuleUrl(tokens, index + 1) ? tokens[index + 2] : undefined;
    default:
      return undefined;
  }
}

function isImportClause(token: SourceToken | undefined): boolean {
  return token?.type === "word" || isText(token, "{") || isText(token, "*");
}

/** Whether `{`, `*`, `type {` or `type *` begins at `index`. A `from` need not follow. */
function isExportClause(tokens: readonly SourceToken[], index: number): boolean {
  const start = isText(tokens[index], "type") ? index + 1 : index;
  return isText(tokens[start], "{") || isText(tokens[start], "*");
}

/** Whether `("./worker.ts", import.meta.url)` begins at `index`. URLs of files that are not code do not count. */
function isModuleUrl(tokens: readonly SourceToken[], index: number): boolean {
  const path = tokens[index + 1];
  const isModule = path?.type === "string" && /\.[mc]?[jt]s$/.test(path.text);
  return isModule && isText(tokens[index], "(") && isText(tokens[index + 3], "import");
}

/** Returns the specifier after `from`. Before it, a clause has only names, commas, braces and `*`. */
function afterFrom(tokens: readonly SourceToken[], start: number): SourceToken | undefined {
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (isText(token, "from") && tokens[index + 1]?.type === "string") return tokens[index + 1];
    const belongs = token?.type === "word" || token?.type === "string" || /^[{},*]$/.test(token?.text ?? "");
    if (!belongs) return undefined;
  }
  return undefined;
}

function isText(token: SourceToken | undefined, text: string): boolean {
  return token !== undefined && token.type !== "string" && token.text === text;
}
