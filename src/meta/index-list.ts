/** Lists of completed or failed indexes of an indexed Job: `0-2,5,7-9`, in increasing order. */
import { readGoInt } from "./go-int.ts";
import { goQuote } from "./go-quote.ts";
import { ParseError } from "./parse-error.ts";

/** A range of consecutive indexes. */
export interface IndexInterval {
  readonly first: number;
  /** Last index, inclusive. */
  readonly last: number;
}

/**
 * Returns the ranges of the list in order.
 * @param completions exclusive upper bound of the indexes
 * @throws ParseError for the first fault
 */
export function parseIndexList(text: string, completions: number): IndexInterval[] {
  const intervals: IndexInterval[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const interval = parseInterval(part, completions);
    const previous = intervals.at(-1)?.last;
    if (previous !== undefined && previous >= interval.first) throw notIncreasing(previous, interval.first);
    intervals.push(interval);
  }
  return intervals;
}

function parseInterval(text: string, completions: number): IndexInterval {
  const [low = "", high, ...more] = text.split("-");
  if (more.length > 0) {
    const rule = "an index interval can have at most two parts separated by '-'";
    throw new ParseError(`the fragment ${goQuote(text)} violates the requirement that ${rule}`);
  }
  const first = parseIndex(low, completions);
  if (high === undefined) return { first, last: first };
  const last = parseIndex(high, completions);
  if (first >= last) throw notIncreasing(first, last);
  return { first, last };
}

function parseIndex(text: string, completions: number): number {
  const index = readGoInt(text);
  if (typeof index === "string") throw new ParseError(`cannot convert string to integer for index: ${goQuote(text)}`);
  if (index >= completions) throw new ParseError(`too large index: ${goQuote(text)}`);
  return Number(index);
}

function notIncreasing(previous: number, current: number): ParseError {
  return new ParseError(`non-increasing order, previous: ${previous}, current: ${current}`);
}
