/** The parts of a simple JSON path, such as `.spec.replicas` or `.labels['a.b']`. */

const delimiters = ".[]";

/**
 * Returns the delimiters, the texts in single quotes with their quotes, and the other texts. A text without the closing quote takes the
 * rest of the path.
 */
export function pathTokens(path: string): readonly string[] {
  const tokens: string[] = [];
  for (let start = 0; start < path.length; ) {
    const end = tokenEnd(path, start);
    tokens.push(path.slice(start, end));
    start = end;
  }
  return tokens;
}

function tokenEnd(path: string, start: number): number {
  const first = path.charAt(start);
  if (delimiters.includes(first)) return start + 1;
  if (first === "'") return quotedEnd(path, start + 1);
  let end = start + 1;
  while (end < path.length && !delimiters.includes(path.charAt(end))) end++;
  return end;
}

/** Returns the position after the closing quote. A quote after a backslash does not close the text. */
function quotedEnd(path: string, from: number): number {
  for (let at = from; at < path.length; at++) {
    if (path[at] === "'") return at + 1;
    if (path[at] === "\\" && path[at + 1] === "'") at++;
  }
  return path.length;
}
