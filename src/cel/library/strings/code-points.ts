/** Positions in texts. The language counts code points, JavaScript counts UTF-16 units. */
import { codePointCount } from "../../values/index.ts";

/** Whether two units from this one on are one code point. */
function isPair(text: string, unit: number): boolean {
  const first = text.charCodeAt(unit);
  if (first < 0xd800 || first > 0xdbff) return false;
  const second = text.charCodeAt(unit + 1);
  return second >= 0xdc00 && second <= 0xdfff;
}

/** Returns the unit after the code point that begins at `unit`. */
export function nextUnit(text: string, unit: number): number {
  return unit + (isPair(text, unit) ? 2 : 1);
}

/**
 * Returns the unit at which a code point begins.
 * @param position at most `length`
 * @param length how many code points the text has. If it has as many units, the positions are equal.
 */
export function unitOf(text: string, position: number, length: number): number {
  if (length === text.length) return position;
  let unit = 0;
  for (let rest = position; rest > 0; rest--) unit = nextUnit(text, unit);
  return unit;
}

/** Returns the position of the code point that begins at a unit. @param length how many code points the text has */
export function positionOf(text: string, unit: number, length: number): number {
  return length === text.length ? unit : codePointCount(text.slice(0, unit));
}
