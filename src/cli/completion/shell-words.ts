/** Words and candidates as each shell has them. */
import { filesMark, type Shell } from "./scripts.ts";

export interface Candidate {
  readonly text: string;
  /** A few words, which zsh shows. */
  readonly doc?: string;
}

export interface ShellLine {
  /** Whole words; the last one is being written. */
  readonly words: readonly string[];
  /** How much of the last word the shell does not replace. */
  readonly kept: number;
}

/** bash parts words at `=` and `:`, which become words of their own. */
export function readShellLine(shell: Shell, given: readonly string[]): ShellLine {
  if (shell !== "bash") return { words: given.length === 0 ? [""] : given, kept: 0 };
  const words: string[] = [];
  let isOpen = false;
  for (const piece of given) {
    const isSeparator = /^[=:]+$/.test(piece);
    if ((isSeparator || isOpen) && words.length > 0) words[words.length - 1] += piece;
    else words.push(piece);
    isOpen = isSeparator;
  }
  const last = given.at(-1) ?? "";
  const piece = /^[=:]+$/.test(last) ? "" : last;
  return { words: words.length === 0 ? [""] : words, kept: (words.at(-1) ?? "").length - piece.length };
}

/** Those that begin as the last word does, a line each. */
export function shellAnswer(
  shell: Shell,
  { words, kept }: ShellLine,
  candidates: readonly Candidate[] | "files",
): readonly string[] {
  if (candidates === "files") return [filesMark];
  const begun = words.at(-1) ?? "";
  const fitting = candidates.filter(({ text }) => text.startsWith(begun) && isPlain(text));
  if (shell === "bash") return fitting.map(({ text }) => text.slice(kept));
  return fitting.map(({ text, doc = "" }) => {
    const word = text.replaceAll(":", "\\:");
    return doc === "" ? word : `${word}:${doc.replace(/\s+/g, " ")}`;
  });
}

/** Nothing that a shell would take for more than a word. */
function isPlain(text: string): boolean {
  return /^[\w.:/=,@+-]+$/.test(text);
}
