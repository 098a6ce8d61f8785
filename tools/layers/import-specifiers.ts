/**
 * The imports of a source file, found in its tokens: comments, texts and regular expressions that merely look like
 * imports do not count. It needs no compiler, so it cannot fall silent when the compiler's interface changes.
 */
import { type Token, tokenize } from "./tokenize.ts";

export interface Import {
  /** As written; `undefined` where the path is computed and cannot be known. */
  readonly specifier: string | undefined;
  /** Counted from 1. */
  readonly line: number;
}

/** Static, dynamic, type-only and side-effect imports, re-exports, `require()`, and `new URL("./x", import.meta.url)`. */
export function importsOf(source: string): Import[] {
  const tokens = tokenize(source);
  const found: Import[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.type !== "word" || isText(tokens[index - 1], ".")) continue;
    const specifier = specifierAt(tokens, index);
    if (specifier)
      found.push({ specifier: specifier.type === "string" ? specifier.text : undefined, line: token.line });
  }
  return found;
}

/** The token that names what is imported, when an import begins at `index`. */
function specifierAt(tokens: readonly Token[], index: number): Token | undefined {
  const next = tokens[index + 1];
  switch (tokens[index]?.text ?? "") {
    case "import":
      if (next?.type === "string") return next;
      if (isText(next, "(")) return tokens[index + 2];
      return isImportClause(next) ? afterFrom(tokens, index + 1) : undefined;
    case "export":
      return isExportClause(tokens, index + 1) ? afterFrom(tokens, index + 1) : undefined;
    case "require":
      return isText(next, "(") ? tokens[index + 2] : undefined;
    case "URL":
      return isModuleUrl(tokens, index + 1) ? tokens[index + 2] : undefined;
    default:
      return undefined;
  }
}

function isImportClause(token: Token | undefined): boolean {
  return token?.type === "word" || isText(token, "{") || isText(token, "*");
}

/** `export {`, `export *`, `export type {`, `export type *`: with or without `from`. */
function isExportClause(tokens: readonly Token[], index: number): boolean {
  const start = isText(tokens[index], "type") ? index + 1 : index;
  return isText(tokens[start], "{") || isText(tokens[start], "*");
}

/** `("./worker.ts", import.meta.url)`, the entry of a worker; other files may be addressed so too. */
function isModuleUrl(tokens: readonly Token[], index: number): boolean {
  const path = tokens[index + 1];
  const isModule = path?.type === "string" && /\.[mc]?[jt]s$/.test(path.text);
  return isModule && isText(tokens[index], "(") && isText(tokens[index + 3], "import");
}

/** A clause holds names, commas, braces and `*` only; the text after its `from` is the specifier. */
function afterFrom(tokens: readonly Token[], start: number): Token | undefined {
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (isText(token, "from") && tokens[index + 1]?.type === "string") return tokens[index + 1];
    const belongs = token?.type === "word" || token?.type === "string" || /^[{},*]$/.test(token?.text ?? "");
    if (!belongs) return undefined;
  }
  return undefined;
}

function isText(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.type !== "string" && token.text === text;
}
