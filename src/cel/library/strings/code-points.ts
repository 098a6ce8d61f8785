/** Texts by code points. A text without surrogates has one code point per unit, so that its units can be used directly. */

const surrogate = /[\ud800-\udfff]/;

/** Access to a text by code points. */
export interface CodePoints {
  readonly length: number;
  /** Returns the text from `start` up to `end`. */
  slice(start: number, end: number): string;
  /** Returns the position in code points of a position in UTF-16 units. */
  positionOf(unit: number): number;
  /** Returns the position in UTF-16 units of a position in code points. */
  unitOf(position: number): number;
}

/** Returns access to a text by code points. */
export function codePointsOf(text: string): CodePoints {
  if (!surrogate.test(text)) {
    return {
      length: text.length,
      slice: (start, end) => text.slice(start, end),
      positionOf: (unit) => unit,
      unitOf: (position) => position,
    };
  }
  const points = Array.from(text);
  return {
    length: points.length,
    slice: (start, end) => points.slice(start, end).join(""),
    positionOf: (unit) => text.slice(0, unit).length,
    unitOf: (position) => points.slice(0, position).join("").length,
  };
}
