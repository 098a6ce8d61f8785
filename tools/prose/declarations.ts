/** Finds the exported declarations of a TypeScript file and the docstring above each. */
import { type RawComment, type SourceToken, scan } from "../layers/tokenize.ts";

/** Kind of an exported declaration; "arrow function" is a constant whose value is a function. */
export type DeclarationType = "function" | "arrow function" | "class" | "interface" | "type" | "constant" | "enum";

/** An exported declaration of a file. */
export interface Declaration {
  readonly type: DeclarationType;
  readonly name: string;
  /** Line of the word `export`, counted from 1. */
  readonly line: number;
  /** Text of the `/** … *\/` comment directly above, without delimiters; undefined if there is none. */
  readonly docstring: string | undefined;
  /** Tokens from `export` to the last one before the next `export`. */
  readonly tokens: readonly SourceToken[];
  readonly file: CommentedSource;
}

/** Content of a file with its comments. */
export interface CommentedSource {
  readonly source: string;
  readonly comments: readonly RawComment[];
}

const typeOfKeyword: Readonly<Record<string, DeclarationType>> = {
  function: "function",
  class: "class",
  interface: "interface",
  type: "type",
  const: "constant",
  let: "constant",
  enum: "enum",
};

const modifiers = new Set(["declare", "abstract", "async", "default"]);

/**
 * Returns the declarations that begin with `export`, in order. Re-exports (`export { … }`, `export *`) are not among them,
 * and of the overloads of a function only the first is.
 */
export function exportedDeclarations(source: string): Declaration[] {
  const { tokens, comments } = scan(source);
  const declarations: Declaration[] = [];
  for (const statement of topLevelStatements(tokens)) {
    const declaration = declarationOf({ source, comments }, statement);
    if (declaration && !isOverload(declaration, declarations.at(-1))) declarations.push(declaration);
  }
  return declarations;
}

function isOverload({ type, name }: Declaration, previous: Declaration | undefined): boolean {
  return type === "function" && previous?.type === "function" && previous.name === name;
}

/** Splits a file at each `export` outside of all brackets; the tokens after a declaration belong to the one before. */
function topLevelStatements(tokens: readonly SourceToken[]): SourceToken[][] {
  const statements: SourceToken[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0 && token.type === "word" && token.text === "export") statements.push([]);
    statements.at(-1)?.push(token);
    depth += depthChange(token);
  }
  return statements;
}

function declarationOf(file: CommentedSource, tokens: readonly SourceToken[]): Declaration | undefined {
  const [first] = tokens;
  let index = 1;
  while (tokens[index]?.type === "word" && modifiers.has(tokens[index]?.text ?? "")) index++;
  const type = typeOfKeyword[tokens[index]?.text ?? ""];
  if (first === undefined || type === undefined) return undefined;
  if (tokens[index + 1]?.text === "*" || tokens[index + 1]?.text === "enum") index++;
  const name = tokens[index + 1];
  if (name?.type !== "word") return undefined;
  return {
    type: type === "constant" && isArrowFunction(tokens, index + 2) ? "arrow function" : type,
    name: name.text,
    line: first.line,
    docstring: docstringBefore(file, first.start),
    tokens,
    file,
  };
}

/** Whether the tokens after a constant's name are those of an arrow function, with or without a type before the `=`. */
function isArrowFunction(tokens: readonly SourceToken[], from: number): boolean {
  let index = from;
  for (let depth = 0; index < tokens.length; index++) {
    const { text } = tokens[index] as SourceToken;
    if (depth === 0 && text === "=" && tokens[index + 1]?.text !== ">") break;
    depth += depthChange(tokens[index] as SourceToken);
  }
  if (tokens[index + 1]?.text === "async") index++;
  if (tokens[index + 1]?.type === "word") return isArrow(tokens, index + 2);
  const open = skipTypeParameters(tokens, index + 1);
  if (tokens[open]?.text !== "(") return false;
  const close = closingIndex(tokens, open);
  if (isArrow(tokens, close + 1)) return true;
  if (tokens[close + 1]?.text !== ":") return false;
  const end = endOfType(tokens, close + 2);
  return isArrow(tokens, end);
}

function isArrow(tokens: readonly SourceToken[], index: number): boolean {
  return tokens[index]?.text === "=" && tokens[index + 1]?.text === ">";
}

/** Returns the text of the `/** … *\/` comment that ends on the line above `offset`, or before it on the same line. */
export function docstringBefore({ source, comments }: CommentedSource, offset: number): string | undefined {
  const comment = comments.findLast(({ end }) => end <= offset);
  if (comment === undefined || !comment.text.startsWith("/**")) return undefined;
  const between = source.slice(comment.end, offset);
  return /^[ \t]*\n?[ \t]*$/.test(between) ? commentText(comment.text) : undefined;
}

/** Removes the delimiters of a comment and the stars at the beginnings of its lines. */
export function commentText(comment: string): string {
  if (comment.startsWith("//")) return comment.replace(/^\/\/ ?/, "").trimEnd();
  const lines = comment
    .replace(/^\/\*\*?/, "")
    .replace(/\*\/$/, "")
    .split("\n");
  return lines
    .map((line) => line.trim().replace(/^\* ?/, ""))
    .join("\n")
    .trim();
}

/** Returns by how much a token changes the number of open brackets: 1, -1 or 0. */
export function depthChange({ type, text }: SourceToken): number {
  if (type !== "mark") return 0;
  if (text === "{" || text === "(" || text === "[") return 1;
  return text === "}" || text === ")" || text === "]" ? -1 : 0;
}

/** Returns the index of the bracket that closes the one at `open`; the number of tokens if none does. */
export function closingIndex(tokens: readonly SourceToken[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    depth += depthChange(tokens[index] as SourceToken);
    if (depth === 0) return index;
  }
  return tokens.length;
}

/** Returns the index after the type parameters (`<…>`) that begin at `index`; `index` if there are none. */
export function skipTypeParameters(tokens: readonly SourceToken[], index: number): number {
  if (tokens[index]?.text !== "<") return index;
  let depth = 0;
  for (let at = index; at < tokens.length; at++) {
    const { text, type } = tokens[at] as SourceToken;
    if (type !== "mark") continue;
    if (text === "<") depth++;
    if (text === ">" && tokens[at - 1]?.text !== "=") depth--;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

/**
 * Returns the index after the type that begins at `index`: of the `{` of a body, of the `=` of an initial value or of an
 * arrow, or of a `,`, `;` or closing bracket.
 */
export function endOfType(tokens: readonly SourceToken[], index: number): number {
  let at = index;
  // A `{` begins a type literal where a type is still missing, and a body after a complete type.
  let isTypeMissing = true;
  while (at < tokens.length) {
    const { text, type } = tokens[at] as SourceToken;
    if (type === "mark" && /^[,;)\]}]$/.test(text)) return at;
    if (text === "{" && !isTypeMissing) return at;
    if (text === "=" && tokens[at + 1]?.text === ">") {
      // Only the type of a function has its arrow after a closing parenthesis.
      if (tokens[at - 1]?.text !== ")" || !isFunctionType(tokens, index, at - 1)) return at;
      at += 2;
      isTypeMissing = true;
      continue;
    }
    if (text === "=") return at;
    if (text === "<") {
      at = skipTypeParameters(tokens, at);
      isTypeMissing = false;
      continue;
    }
    const isBracket = depthChange(tokens[at] as SourceToken) === 1;
    isTypeMissing = !isBracket && isContinued(tokens[at] as SourceToken);
    at = isBracket ? closingIndex(tokens, at) + 1 : at + 1;
  }
  return at;
}

/** Whether the type continues after this token. */
function isContinued({ type, text }: SourceToken): boolean {
  if (type === "mark") return /^[|&:.?]$/.test(text);
  return type === "word" && ["readonly", "keyof", "typeof", "infer", "is", "extends", "asserts", "new"].includes(text);
}

/** Whether the `)` at `close` ends the parameters of a function type that begins at `start`. */
function isFunctionType(tokens: readonly SourceToken[], start: number, close: number): boolean {
  let depth = 0;
  for (let index = close; index >= start; index--) {
    depth += depthChange(tokens[index] as SourceToken);
    if (depth === 0)
      return index === start || /^[|&(,:>?]$/.test(tokens[index - 1]?.text ?? "") || tokens[index - 1]?.text === "new";
  }
  return false;
}
