/** Spells tokens as the reference's messages do. */
import { token } from "../tokens.ts";
import type { SourceToken } from "./token-stream.ts";

/** By kind. */
const tokenNames = [
  "<EOF>",
  "'=='",
  "'!='",
  "'in'",
  "'<'",
  "'<='",
  "'>='",
  "'>'",
  "'&&'",
  "'||'",
  "'['",
  "']'",
  "'{'",
  "'}'",
  "'('",
  "')'",
  "'.'",
  "','",
  "'-'",
  "'!'",
  "'?'",
  "':'",
  "'+'",
  "'*'",
  "'/'",
  "'%'",
  "'true'",
  "'false'",
  "'null'",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
] as const;

/** Returns the names of kinds of tokens: `{'[', '('}`, or without braces if there is only one. */
export function spellKinds(kinds: ReadonlySet<number>): string {
  const names = tokenNames.filter((_, kind) => kinds.has(kind));
  return names.length === 1 ? names.join() : `{${names.join(", ")}}`;
}

/** Returns a token as it is written in the text. */
export function spellToken({ kind, text }: SourceToken): string {
  return spellText(kind === token.end ? "<EOF>" : text);
}

/** Returns a part of the text in quotes, without line ends and tabs. */
export function spellText(text: string): string {
  return `'${text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
}

/** Returns the text of a token that a parser adds because it is missing. */
export function missingText(kind: number): string {
  if (kind === token.end) return "<missing EOF>";
  return kind === token.identifier ? "<missing undefined>" : `<missing ${tokenNames[kind]}>`;
}
