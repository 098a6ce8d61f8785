/** Extracts the passages of prose from a file: comments, test titles, descriptions of flags, commands and fields. */
import { type RawComment, type ScannedSource, type SourceToken, scan } from "../layers/tokenize.ts";
import { closingIndex, commentText, depthChange } from "./declarations.ts";

/** A comment, a title or a paragraph. */
export interface Passage {
  /** Line of the file on which the passage begins, counted from 1. */
  readonly line: number;
  /** Lines of the text stand on successive lines of the file. */
  readonly text: string;
}

/**
 * Returns the passages of a file: paragraphs of a document (`.md`), or comments, titles and descriptions of a source.
 * @param path relative to the root of the checkout
 */
export function passagesOf(path: string, content: string): Passage[] {
  if (path.endsWith(".md")) return paragraphsOf(content);
  const scanned = scan(content);
  return [...commentPassages(content, scanned.comments), ...titlesOf(scanned), ...descriptionsOf(path, scanned.tokens)];
}

/** Returns one passage for each `/* … *\/` comment and each run of `//` lines. */
export function commentPassages(content: string, comments: readonly RawComment[]): Passage[] {
  const passages: { line: number; text: string; end: number; isBlock: boolean }[] = [];
  for (const { text, line, start, end } of comments) {
    const isBlock = text.startsWith("/*");
    const previous = passages.at(-1);
    if (previous && !isBlock && !previous.isBlock && /^\n[ \t]*$/.test(content.slice(previous.end, start))) {
      previous.text += `\n${commentText(text)}`;
      previous.end = end;
    } else {
      passages.push({ line: line + linesBeforeText(text), text: commentText(text), end, isBlock });
    }
  }
  return passages.map(({ line, text }) => ({ line, text }));
}

/** Returns 1 for a comment whose text begins on the line after its delimiter, as that of a long docstring does. */
function linesBeforeText(comment: string): number {
  return /^\/\*\*?[ \t]*\n/.test(comment) ? 1 : 0;
}

const testFunctions = new Set(["test", "it", "describe", "suite"]);

/** Titles of tests: the first text of `test("…")`, and of `test.each(table)("…")`. */
function titlesOf({ tokens }: ScannedSource): Passage[] {
  return tokens.flatMap((token, index) => {
    if (token.type !== "word" || !testFunctions.has(token.text) || tokens[index - 1]?.text === ".") return [];
    let open = index + 1;
    while (tokens[open]?.text === "." && tokens[open + 1]?.type === "word") open += 2;
    if (tokens[open]?.text === "<") return [];
    if (tokens[open]?.text === "(" && tokens[open - 1]?.text === "each") open = closingIndex(tokens, open) + 1;
    const title = tokens[open]?.text === "(" ? tokens[open + 1] : undefined;
    return title?.type === "string" || title?.type === "template" ? { line: title.line, text: title.text } : [];
  });
}

const describingKeys = new Set(["doc", "summary", "description", "help", "effect"]);

/** Texts that help pages, documents and OpenAPI show. */
function descriptionsOf(path: string, tokens: readonly SourceToken[]): Passage[] {
  if (path.startsWith("src/api/")) return sentencesAmong(tokens);
  if (!/^(?:src\/(?:app|cli)|tools\/faults\/catalogue)\//.test(path) || path.endsWith(".test.ts")) return [];
  return tokens.flatMap(({ type, text }, index) => {
    if (type !== "word" || !describingKeys.has(text) || tokens[index + 1]?.text !== ":") return [];
    return sentencesAmong(tokens.slice(index + 2, endOfValue(tokens, index + 2)), 2);
  });
}

/** Returns the index of the `,` or the closing bracket after a value. */
function endOfValue(tokens: readonly SourceToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index] as SourceToken;
    if (depth === 0 && (token.text === "," || token.text === ";") && token.type === "mark") return index;
    depth += depthChange(token);
    if (depth < 0) return index;
  }
  return tokens.length;
}

/** Returns the texts of several words, those that `+` joins as one passage. */
function sentencesAmong(tokens: readonly SourceToken[], wordsMin = 3): Passage[] {
  const passages: { line: number; text: string }[] = [];
  for (const [index, { type, text, line }] of tokens.entries()) {
    if (type !== "string") continue;
    const previous = passages.at(-1);
    if (previous && tokens[index - 1]?.text === "+" && tokens[index - 2]?.type === "string")
      previous.text = `${previous.text.trimEnd()}\n${text}`;
    else passages.push({ line, text });
  }
  return passages.filter(({ text }) => text.split(/\s+/).length >= wordsMin);
}

/** Returns the paragraphs, titles and rows of a document in Markdown, without its blocks of code. */
function paragraphsOf(content: string): Passage[] {
  const passages: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, text] of content.split("\n").entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    const isProse = !isFence && !isCode && text.trim() !== "" && !/^ {4}/.test(text);
    if (isProse && isOpen && !/^\s*(?:[-*|#]|\d+\.)/.test(text))
      (passages.at(-1) as { text: string }).text += `\n${text}`;
    else if (isProse) passages.push({ line: index + 1, text });
    isOpen = isProse;
  }
  return passages;
}
