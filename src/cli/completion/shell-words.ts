/**
 * Converts the words of a command line, and the candidates for completion, from and to the conventions of each shell.
 */
import { filesMark, type Shell } from "./scripts.ts";

/** A candidate for completion. */
export interface Candidate {
  readonly text: string;
  /** Short description, which zsh shows. */
  readonly doc?: string;
}

/** The words of an incomplete command line. */
export interface ShellLine {
  /** The last word is the one to complete. */
  readonly words: readonly string[];
  /** Length of the prefix of the last word that the shell keeps. Candidates for bash must not repeat it. */
  readonly keptLength: number;
}

/** Returns the words of a command line. bash splits words at `=` and `:`, so they are joined again. */
export function readShellLine(shell: Shell, shellWords: readonly string[]): ShellLine {
  if (shell !== "bash") return { words: shellWords.length === 0 ? [""] : shellWords, keptLength: 0 };
  const words: string[] = [];
  let isOpen = false;
  for (const piece of shellWords) {
    const isSeparator = /^[=:]+$/.test(piece);
    if ((isSeparator || isOpen) && words.length > 0) words[words.length - 1] += piece;
    else words.push(piece);
    isOpen = isSeparator;
  }
  const last = shellWords.at(-1) ?? "";
  const piece = /^[=:]+$/.test(last) ? "" : last;
  return { words: words.length === 0 ? [""] : words, keptLength: (words.at(-1) ?? "").length - piece.length };
}

/** Returns the candidates that begin with the last word, in the shell's format, one per line. */
export function formatCandidates(
  shell: Shell,
  { words, keptLength }: ShellLine,
  candidates: readonly Candidate[] | "files",
): readonly string[] {
  if (candidates === "files") return [filesMark];
  const prefix = words.at(-1) ?? "";
  const matching = candidates.filter(({ text }) => text.startsWith(prefix) && isPlain(text));
  if (shell === "bash") return matching.map(({ text }) => text.slice(keptLength));
  return matching.map(({ text, doc = "" }) => {
    const word = text.replaceAll(":", "\\:");
    return doc === "" ? word : `${word}:${doc.replace(/\s+/g, " ")}`;
  });
}

/** Whether a shell takes the text as one plain word. */
function isPlain(text: string): boolean {
  return /^[\w.:/=,@+-]+$/.test(text);
}
