const widthMin = 80;
const widthMax = 100;

/**
 * Returns the lines of a paragraph, each of them indented.
 * @param options.columns width of the terminal; lines are 80 to 100 characters wide whatever it is
 * @param options.indent characters before each line; default: none
 */
export function wrapText(paragraph: string, { columns, indent = 0 }: { columns: number; indent?: number }): string[] {
  const width = Math.min(widthMax, Math.max(widthMin, columns));
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(" ".repeat(indent) + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
