/** Comments of TypeScript types. */
import { printable } from "../../screen/printable.ts";

const widthMax = 120;

/**
 * Returns the lines of a comment; none if there is no text. Long lines are wrapped.
 * @param indent blanks before each line
 */
export function docComment(text: string, indent = ""): readonly string[] {
  const lines = printable(text)
    .replaceAll("*/", "*\\/")
    .replaceAll("\t", "  ")
    .split("\n")
    .map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  while (lines[0] === "") lines.shift();
  const [only, ...others] = lines;
  if (only === undefined) return [];
  if (others.length === 0 && indent.length + only.length + "/**  */".length <= widthMax)
    return [`${indent}/** ${only} */`];
  const wrapped = lines.flatMap((line) => wrap(line, widthMax - indent.length - " * ".length));
  return [`${indent}/**`, ...wrapped.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

function wrap(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  lines.push(current);
  return lines;
}
