/** Extracts the error lines of a log in a form that can be compared between two runs. */

/** Error and fatal lines in the format of the programs: `E1122 10:00:00.000000  1 file.go:1] text`. */
const errorLine = /^[EF]\d{4} \S+ +\d+ ([\w./-]+\.go):\d+\] (.*)$/;

/** Replacements for texts that differ from run to run. */
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

/** Returns the number of watches to which the server responded in protobuf, by the headers in a log. */
export function protobufWatches(log: string): number {
  return log.match(/Content-Type: application\/vnd\.kubernetes\.protobuf;stream=watch/g)?.length ?? 0;
}

/**
 * Errors that a controller logs when another client wrote first. The controller then retries. Their number depends on
 * timing.
 */
const lostRace =
  /the object has been modified; please apply your changes|" not found"|because it is being terminated|already exists"/;

/** Whether the line reports that another client wrote first. */
export function isLostRace(line: string): boolean {
  return lostRace.test(line);
}

/** Returns the lines that are not among `others`. */
export function onlyIn(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
