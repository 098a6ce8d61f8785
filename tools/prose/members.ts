/** Reads the parameters of functions, and the public members of classes and interfaces. */
import type { SourceToken } from "../layers/tokenize.ts";
import {
  closingIndex,
  type Declaration,
  depthChange,
  docstringBefore,
  endOfType,
  skipTypeParameters,
} from "./declarations.ts";

/** A parameter of a function or method. */
export interface Parameter {
  /** Undefined for a destructured parameter. */
  readonly name: string | undefined;
  /** Tokens of the declared type, separated by spaces; empty if none is declared. */
  readonly type: string;
}

/** Parameters and body of a function or method. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  /** Tokens between the braces of the body; undefined for a method of an interface and an arrow without braces. */
  readonly body: readonly SourceToken[] | undefined;
}

/** A public property or method of a class or an interface. */
export interface Member {
  readonly name: string;
  readonly line: number;
  readonly docstring: string | undefined;
  /** Undefined for a property. */
  readonly signature: Signature | undefined;
  /** Type of a property, its tokens separated by spaces; empty for methods and where none is declared. */
  readonly type: string;
}

/** Returns the parameters and the body of a function or an arrow function; undefined for other declarations. */
export function signatureOf({ type, tokens, name }: Declaration): Signature | undefined {
  if (type !== "function" && type !== "arrow function") return undefined;
  let index = tokens.findIndex(({ text }) => text === name) + 1;
  if (type === "arrow function") {
    while (index < tokens.length && !(tokens[index]?.text === "=" && tokens[index + 1]?.text !== ">")) index++;
    index += tokens[index + 1]?.text === "async" ? 2 : 1;
  }
  return readSignature(tokens, skipTypeParameters(tokens, index)).signature;
}

/** Returns the members of a class or an interface that a user can see, constructors included. */
export function publicMembers({ type, tokens, file }: Declaration): Member[] {
  if (type !== "class" && type !== "interface") return [];
  const open = bodyStart(tokens);
  const close = closingIndex(tokens, open);
  const members: Member[] = [];
  for (let index = open + 1; index < close; ) {
    const { member, end } = readMember(tokens, index);
    const first = tokens[index];
    if (member && first) {
      members.push({ ...member, line: first.line, docstring: docstringBefore(file, first.start) });
    }
    index = end;
  }
  return members.filter(({ name }, index) => members[index - 1]?.name !== name);
}

/** Returns the index of the `{` that opens a class or an interface; type arguments before it may have braces. */
function bodyStart(tokens: readonly SourceToken[]): number {
  let index = 0;
  while (index < tokens.length && tokens[index]?.text !== "{") {
    index = tokens[index]?.text === "<" ? skipTypeParameters(tokens, index) : index + 1;
  }
  return index;
}

const memberModifiers = new Set(["public", "static", "override", "readonly", "async", "abstract", "get", "set", "*"]);
const hidden = new Set(["private", "protected", "declare"]);

interface MemberReading {
  /** Undefined for what no user sees: private members, and those with a computed name. */
  readonly member: Pick<Member, "name" | "signature" | "type"> | undefined;
  /** Index after the member. */
  readonly end: number;
}

function readMember(tokens: readonly SourceToken[], start: number): MemberReading {
  let index = start;
  let isHidden = false;
  while (memberModifiers.has(textAt(tokens, index)) || hidden.has(textAt(tokens, index))) {
    if (/^[(:?;=<]$/.test(textAt(tokens, index + 1))) break;
    isHidden ||= hidden.has(textAt(tokens, index));
    index++;
  }
  const name = textAt(tokens, index);
  const isNamed = tokens[index]?.type === "word" && !name.startsWith("#");
  index = depthChange(tokens[index] as SourceToken) === 1 ? closingIndex(tokens, index) + 1 : index + 1;
  while (/^[?!]$/.test(textAt(tokens, index))) index++;
  const afterTypes = skipTypeParameters(tokens, index);
  if (textAt(tokens, afterTypes) === "(") {
    const { signature, end } = readSignature(tokens, afterTypes);
    return { member: isNamed && !isHidden ? { name, signature, type: "" } : undefined, end: skipEnd(tokens, end) };
  }
  const typeEnd = textAt(tokens, index) === ":" ? endOfType(tokens, index + 1) : index;
  const type = textOf(tokens.slice(index + 1, typeEnd));
  const member = isNamed && !isHidden ? { name, signature: undefined, type } : undefined;
  return { member, end: endOfMember(tokens, typeEnd) };
}

/** Returns the index after the `;` of a property, skipping its initial value. */
function endOfMember(tokens: readonly SourceToken[], start: number): number {
  let index = start;
  while (index < tokens.length && textAt(tokens, index) !== ";") {
    const change = depthChange(tokens[index] as SourceToken);
    // The body of a class or an interface ends without a semicolon.
    if (change === -1) return index;
    index = change === 1 ? closingIndex(tokens, index) + 1 : index + 1;
  }
  return index + 1;
}

function skipEnd(tokens: readonly SourceToken[], index: number): number {
  return textAt(tokens, index) === ";" ? index + 1 : index;
}

/** Reads from the `(` at `open` to the end of the body, or of the return type where there is no body. */
function readSignature(tokens: readonly SourceToken[], open: number): { signature: Signature; end: number } {
  const close = closingIndex(tokens, open);
  const parameters = readParameters(tokens.slice(open + 1, close));
  let index = close + 1;
  if (textAt(tokens, index) === ":") index = endOfType(tokens, index + 1);
  if (textAt(tokens, index) === "=" && textAt(tokens, index + 1) === ">") index += 2;
  if (textAt(tokens, index) !== "{") return { signature: { parameters, body: undefined }, end: index };
  const end = closingIndex(tokens, index);
  return { signature: { parameters, body: tokens.slice(index + 1, end) }, end: end + 1 };
}

function readParameters(tokens: readonly SourceToken[]): Parameter[] {
  const parameters: Parameter[] = [];
  for (let index = 0; index < tokens.length; index++) {
    while (/^(?:\.|readonly|public|private|protected)$/.test(textAt(tokens, index))) index++;
    const isPattern = depthChange(tokens[index] as SourceToken) === 1;
    const name = isPattern ? undefined : textAt(tokens, index);
    index = isPattern ? closingIndex(tokens, index) + 1 : index + 1;
    if (textAt(tokens, index) === "?") index++;
    const hasType = textAt(tokens, index) === ":";
    const end = hasType ? endOfType(tokens, index + 1) : index;
    if (name !== "this") parameters.push({ name, type: hasType ? textOf(tokens.slice(index + 1, end)) : "" });
    index = nextComma(tokens, end);
  }
  return parameters;
}

function nextComma(tokens: readonly SourceToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    if (depth === 0 && textAt(tokens, index) === ",") return index;
    depth += depthChange(tokens[index] as SourceToken);
  }
  return tokens.length;
}

/** Whether a body throws by itself; functions inside it do not count. */
export function hasThrow(body: readonly SourceToken[]): boolean {
  for (let index = 0; index < body.length; index++) {
    const { type, text } = body[index] as SourceToken;
    if (type === "mark" && text === "=" && textAt(body, index + 1) === ">" && textAt(body, index + 2) === "{") {
      index = closingIndex(body, index + 2);
    }
    if (type === "word" && text === "throw" && textAt(body, index - 1) !== ".") return true;
  }
  return false;
}

function textAt(tokens: readonly SourceToken[], index: number): string {
  const token = tokens[index];
  return token?.type === "string" ? `"${token.text}"` : (token?.text ?? "");
}

function textOf(tokens: readonly SourceToken[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
