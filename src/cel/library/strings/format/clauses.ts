/** Reads formats: texts with clauses such as `%s` and `%.2f`. */
import { goIntFaultText, readGoInt } from "../../../../meta/go-int.ts";
import { EvaluationError } from "../../../values/index.ts";
import { printedAsFormat } from "../../printed-value.ts";

/** How a clause prints a value. */
export type ClauseKind = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

/** A clause of a format. */
export interface Clause {
  readonly kind: ClauseKind;
  readonly precision: number | undefined;
}

/** Why the rest of a format cannot be read. It takes the place of a clause. */
export interface BrokenClause {
  readonly fault: EvaluationError;
  /** Whether the format ends after a percent sign. */
  readonly isEnd: boolean;
}

/** A format as texts and clauses. */
export type FormatPart = string | Clause | BrokenClause;

const clauseKinds: ReadonlySet<string> = new Set(["s", "d", "f", "e", "b", "x", "X", "o"]);

/** The parts of formats that were read before, the oldest first. */
const cache = new Map<string, readonly FormatPart[]>();
const cachedMax = 200;
const cachedLengthMax = 500;

/** Returns the parts of a format. */
export function partsOf(format: string): readonly FormatPart[] {
  let parts = cache.get(format);
  if (parts === undefined) {
    parts = readParts(format);
    if (format.length <= cachedLengthMax) cache.set(format, parts);
    if (cache.size > cachedMax) cache.delete(cache.keys().next().value ?? "");
  }
  return parts;
}

function readParts(format: string): readonly FormatPart[] {
  const parts: FormatPart[] = [];
  let from = 0;
  for (let at = format.indexOf("%"); at >= 0; at = format.indexOf("%", from)) {
    if (at > from) parts.push(format.slice(from, at));
    if (format[at + 1] === "%") {
      parts.push("%");
      from = at + 2;
      continue;
    }
    const read = readClause(format, at + 1);
    if ("fault" in read) {
      parts.push(read);
      return parts;
    }
    parts.push(read.clause);
    from = read.end;
  }
  if (from < format.length) parts.push(format.slice(from));
  return parts;
}

function unreadable(why: string): BrokenClause {
  return { fault: new EvaluationError(`could not parse formatting clause: ${why}`), isEnd: false };
}

const precisionSpelling = /\.([0-9]*)/y;

/** @param start the place after the percent sign */
function readClause(format: string, start: number): { clause: Clause; end: number } | BrokenClause {
  if (start >= format.length) return { fault: new EvaluationError("unexpected end of string"), isEnd: true };
  precisionSpelling.lastIndex = start;
  const [spelling, digits] = precisionSpelling.exec(format) ?? [];
  const at = start + (spelling?.length ?? 0);
  if (digits === undefined) return readKind(format, at, undefined);
  if (at >= format.length)
    return unreadable("error while parsing precision: could not find end of precision specifier");
  const value = readGoInt(digits);
  if (typeof value === "bigint") return readKind(format, at, Number(value));
  const why = goIntFaultText(digits, value, "Atoi");
  return unreadable(`error while parsing precision: error while converting precision to integer: ${why}`);
}

function readKind(format: string, at: number, precision: number | undefined): ReturnType<typeof readClause> {
  const kind = format[at] ?? "";
  if (clauseKinds.has(kind)) return { clause: { kind: kind as ClauseKind, precision }, end: at + 1 };
  return unreadable(printedAsFormat(`unrecognized formatting clause "${firstByte(format, at)}"`));
}

/** Returns the character whose number is the first byte of a code point. The reference reads formats by bytes. */
function firstByte(text: string, at: number): string {
  const bytes = Buffer.from(String.fromCodePoint(text.codePointAt(at) ?? 0));
  return String.fromCharCode(bytes[0] ?? 0);
}
