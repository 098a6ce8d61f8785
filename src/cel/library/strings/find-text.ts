/** Searches texts in a linear time. JavaScript's own functions need a quadratic time for some texts: `aaa...` for `a...ab`. */

/** With fewer comparisons, JavaScript's own functions are faster in the worst case, too. */
const comparisonsMax = 1_000_000;

/** Whether JavaScript needs a short time to find a text in another one. */
export function isFastToFind(text: string, sought: string): boolean {
  return text.length * sought.length <= comparisonsMax;
}

/** Returns where a text occurs first, from a place on; -1 if nowhere. */
export function findText(text: string, sought: string, from: number): number {
  if (isFastToFind(text, sought)) return text.indexOf(sought, from);
  return new TextFinder(sought).find(text, from);
}

/** Returns where a text occurs last, up to a place; -1 if nowhere. */
export function findLastText(text: string, sought: string, upTo: number): number {
  if (isFastToFind(text, sought)) return text.lastIndexOf(sought, upTo);
  const finder = new TextFinder(sought);
  let last = -1;
  for (let at = finder.find(text, 0); at >= 0 && at <= upTo; at = finder.find(text, at + 1)) last = at;
  return last;
}

/** Returns the parts of a text between the occurrences of a separator, which must not be empty. */
export function splitText(text: string, separator: string): string[] {
  if (isFastToFind(text, separator)) return text.split(separator);
  const finder = new TextFinder(separator);
  const parts: string[] = [];
  let from = 0;
  for (let at = finder.find(text, from); at >= 0; at = finder.find(text, from)) {
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Finds one text with the algorithm of Knuth, Morris and Pratt. */
class TextFinder {
  readonly #sought: string;
  /** By length: how long the longest proper beginning of the beginning of that length is that is also its end. */
  readonly #borders: Int32Array;

  constructor(sought: string) {
    this.#sought = sought;
    this.#borders = new Int32Array(sought.length + 1);
    let border = 0;
    for (let length = 2; length <= sought.length; length++) {
      border = this.#extended(border, sought.charCodeAt(length - 1));
      this.#borders[length] = border;
    }
  }

  find(text: string, from: number): number {
    let matching = 0;
    for (let index = from; index < text.length; index++) {
      matching = this.#extended(matching, text.charCodeAt(index));
      if (matching === this.#sought.length) return index + 1 - matching;
    }
    return -1;
  }

  /** Returns how long the beginning is that ends with a unit, if a beginning of some length precedes it. */
  #extended(length: number, unit: number): number {
    let matching = length;
    while (matching > 0 && this.#sought.charCodeAt(matching) !== unit) matching = this.#borders[matching] as number;
    return this.#sought.charCodeAt(matching) === unit ? matching + 1 : matching;
  }
}
