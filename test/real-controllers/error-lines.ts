/** The error lines of a log, in a form in which those of two runs can be compared. */

/** Error and fatal lines of the format that the programs write: `E1122 10:00:00.000000  1 file.go:1] text`. */
const errorLine = /^[EF]\d{4} \S+ +\d+ ([\w./-]+\.go):\d+\] (.*)$/;

/** Replaces what differs from run to run. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>"],
  [/\b\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-][\d:]+)?( \w+)?/g, "<time>"],
  [/127\.0\.0\.1:\d+/g, "<address>"],
  [/\b10\.\d+\.\d+\.\d+\b/g, "<address>"],
  [/-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "-<generated>"],
  [/-\d{8,10}(-[bcdfghjklmnpqrstvwxz2456789]{5})?\b/g, "-<generated>"],
  [/-[bcdfghjklmnpqrstvwxz2456789]{5,10}\b/g, "-<generated>"],
  [/\b\d+(\.\d+)?(ms|µs|s)\b/g, "<duration>"],
  [/(resourceVersion|revision|ResourceVersion)[":= ]+\d+/g, "$1 <version>"],
];

/** Returns the error lines of a log, sorted, each once, without times and generated names. */
export function errorLines(log: string): readonly string[] {
  const found = new Set<string>();
  for (const line of log.split("\n")) {
    const [, file = "", text] = errorLine.exec(line) ?? [];
    if (text === undefined) continue;
    found.add(
      replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), `${file}: ${text}`),
    );
  }
  return [...found].toSorted();
}

/**
 * Endings of errors that a controller meets when another writer was faster: it repeats the work. Which of them a run meets is
 * a matter of timing.
 */
const lostRace =
  /the object has been modified; please apply your changes|" not found"|because it is being terminated|already exists"/;

/** Returns whether the line reports that another writer was faster. */
export function isLostRace(line: string): boolean {
  return lostRace.test(line);
}

/** Returns the lines that the other run does not have. */
export function onlyIn(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
