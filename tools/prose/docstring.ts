/** Reads a docstring: its first sentence, and its tags such as `@param name text`. */

/** The parts of a docstring. */
export interface Docstring {
  /** Text before the first tag, on one line. */
  readonly description: string;
  /** First sentence of the description; empty if the docstring begins with a tag. */
  readonly firstSentence: string;
  readonly tags: readonly Tag[];
}

/** A tag of a docstring: `@param limit number of entries`. */
export interface Tag {
  /** Without the `@`: "param". */
  readonly name: string;
  /** Text after the tag's name, up to the next tag. */
  readonly text: string;
}

const tagPattern = /(?:^|\s)@(param|throws|returns|example|see|deprecated|default|template)\b/;

/**
 * Separates the description from the tags.
 * @param text docstring without delimiters
 */
export function parseDocstring(text: string): Docstring {
  const [description = "", ...rest] = text.split(tagPattern);
  const tags = rest.flatMap((name, index) => (index % 2 === 0 ? { name, text: oneLine(rest[index + 1] ?? "") } : []));
  const [paragraph = ""] = description.trim().split(/\n\s*\n/);
  return { description: oneLine(description), firstSentence: sentenceAtStart(oneLine(paragraph)), tags };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the text up to the first full stop that ends a sentence: one that white space or the end follows. */
function sentenceAtStart(text: string): string {
  const end = /[.!?](?=\s+[A-Z`"(]|$)/.exec(text);
  return end ? text.slice(0, end.index + 1) : text;
}

const fillers = new Set(
  "a an the of for is are to in its this returns gets has function type class interface value".split(" "),
);

const riddleStart =
  /^(?:Of|And|What|Who|Whoever|Whom|Whose|By which|In which|On which|For which|See|Nobody|Somebody)\b/;

/**
 * Returns what is wrong with a docstring, with the better form; undefined if its first sentence says something.
 * @param name identifier that the docstring describes
 */
export function docstringProblem(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return `has no docstring: write ${betterStart} directly above it`;
  const { firstSentence } = parseDocstring(text);
  if (firstSentence === "") return `its docstring begins with a tag: begin with a sentence, ${betterStart}`;
  const start = riddleStart.exec(firstSentence)?.[0];
  if (start !== undefined) return `its docstring starts with "${start}": start with a noun or a verb, ${betterStart}`;
  if (repeatsName(firstSentence, name)) {
    return `its docstring only repeats the name: add what the name and the type do not say (unit, shape, reason)`;
  }
  return undefined;
}

const betterStart = "such as `/** Returns …, or undefined if … */` or `/** Number of … */`";

function repeatsName(sentence: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(sentence).every((word) => fillers.has(word) || known.has(word));
}

/** Splits `keyOfList` and "Keys of list." into lower-case words without the plural s. */
function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word.toLowerCase()).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}
