/** Durations such as `2 days` or `1 week, 3 hours`, which the API accepts in addition to Go's syntax. */
import { ParseError } from "../../../meta/parse-error.ts";

interface Unit {
  readonly nanos: bigint;
  /** The unit's short names. */
  readonly names: readonly string[];
  /** The beginning of the unit's long name. */
  readonly prefix: string;
}

const units: readonly Unit[] = [
  { nanos: 1n, names: ["ns"], prefix: "nano" },
  { nanos: 1_000n, names: ["us", "\u00b5s"], prefix: "micro" },
  { nanos: 1_000_000n, names: ["ms"], prefix: "milli" },
  { nanos: 1_000_000_000n, names: ["s"], prefix: "sec" },
  { nanos: 60_000_000_000n, names: ["m"], prefix: "min" },
  { nanos: 3_600_000_000_000n, names: ["h", "hr"], prefix: "hour" },
  { nanos: 86_400_000_000_000n, names: ["d"], prefix: "day" },
  { nanos: 604_800_000_000_000n, names: ["w", "wk"], prefix: "week" },
];

const digits = /\d+/g;
const unitName = /[\t\n\f\r ]*([A-Za-z\u00b5]+)/y;
const int64Max = 2n ** 63n - 1n;

/**
 * Returns the sum of all numbers with a unit in a text, in nanoseconds of 64 bits. Other parts of the text do not count.
 * @throws ParseError if there is no number with a known unit
 */
export function parseUnitDuration(text: string): bigint {
  let total: bigint | undefined;
  for (const { 0: number, index } of text.matchAll(digits)) {
    unitName.lastIndex = index + number.length;
    const name = unitName.exec(text)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    const factor = BigInt(number);
    if (factor > int64Max) throw new ParseError(`strconv.Atoi: parsing "${number}": value out of range`);
    const unit = units.find(({ names, prefix }) => names.includes(name) || name.startsWith(prefix));
    if (unit) total = BigInt.asIntN(64, (total ?? 0n) + factor * unit.nanos);
  }
  if (total === undefined) throw new ParseError(`unable to parse ${text} as duration`);
  return total;
}
