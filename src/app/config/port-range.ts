/** Ranges of port numbers in the syntax of the reference's flags: `30000-32767`, `30000+2767`, `30000`. */

/** A range of port numbers. */
export interface PortRange {
  readonly first: number;
  readonly size: number;
}

const portMax = 65_535;

/** Parses `FIRST-LAST`, `FIRST+N` or `PORT`. Returns undefined if the text is not a range of valid ports. */
export function parsePortRange(text: string): PortRange | undefined {
  const match = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const other = Number(match[3] ?? match[1]);
  const last = match[2] === "+" ? first + other : other;
  return first >= 1 && first <= last && last <= portMax ? { first, size: last - first + 1 } : undefined;
}
