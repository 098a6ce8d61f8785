/** Draws random comments, so that a reader who has never seen the code can say which ones are unclear. */
import { seededRandom } from "../../src/base/random.ts";
import { scan } from "../layers/tokenize.ts";
import { commentPassages } from "./passages.ts";
import type { SourceFile } from "./source-files.ts";

interface SampledComment {
  readonly path: string;
  /** First and last line of the comment, counted from 1. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

const contextLines = 10;

/**
 * Returns a document with `count` random comments. Each one is shown twice: first the code around it with the comment
 * hidden, then its text.
 * @param seed the same seed draws the same comments from the same files
 */
export function sampleDocument(files: readonly SourceFile[], seed: number, count: number): string {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const comments = files.flatMap(commentsOf);
  const drawn = draw(comments, seed, count);
  const head = [
    `# ${drawn.length} of ${comments.length} comments (--seed=${seed} --count=${count})`,
    "",
    "Read the code, then the comment, once. Mark the comment as unclear if you would have to read it again, or if you cannot",
    "say what it means. `⟨comment⟩` marks the place of the comment; other comments are shown.",
  ];
  const parts = drawn.map((comment, index) => renderSample(contents.get(comment.path) ?? "", comment, index + 1));
  return `${[...head, ...parts].join("\n")}\n`;
}

function commentsOf({ path, content }: SourceFile): SampledComment[] {
  const lines = content.split("\n");
  return commentPassages(content, scan(content).comments).map(({ line, text }) => {
    const isBlockStart = /^\s*\/\*\*?\s*$/.test(lines[line - 2] ?? "");
    const first = isBlockStart ? line - 1 : line;
    const length = text.split("\n").length;
    const last = line + length - 1;
    return { path, first, last: isBlockStart ? last + 1 : last, text };
  });
}

function renderSample(content: string, { path, first, last, text }: SampledComment, number: number): string {
  const lines = content.split("\n");
  const before = lines.slice(Math.max(0, first - 1 - contextLines), first - 1);
  const after = lines.slice(last, last + contextLines);
  const line = lines[first - 1] ?? "";
  const code = /\/[/*]/.exec(line)?.index ?? 0;
  const shown = [...before, `${line.slice(0, code)}⟨comment⟩`, ...after].join("\n");
  return `\n## ${number}. ${path}:${first}\n\n\`\`\`ts\n${shown}\n\`\`\`\n\nComment: ${text.replace(/\n/g, "\n  ")}`;
}

/** Takes `count` of the values in random order. */
function draw<T>(all: readonly T[], seed: number, count: number): T[] {
  const random = seededRandom(seed);
  const rest = [...all];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random.below(rest.length), 1)).flat();
}
