/** Texts as classes of characters that a program does not distinguish. */
import { type Neighbour, neighbours, type PatternProgram } from "./program.ts";

/** A text as classes of characters. Places count characters. */
export class ClassifiedText {
  readonly length: number;
  readonly classes: Uint32Array;
  readonly #text: string;
  readonly #program: PatternProgram;
  /** The UTF-16 units at which characters begin, and the length of the text. */
  readonly #units: Uint32Array;

  constructor(text: string, program: PatternProgram) {
    this.#text = text;
    this.#program = program;
    this.classes = new Uint32Array(text.length);
    this.#units = new Uint32Array(text.length + 1);
    let length = 0;
    for (let unit = 0; unit < text.length; unit++) {
      const codePoint = text.codePointAt(unit) as number;
      this.#units[length] = unit;
      this.classes[length++] = program.classOf(codePoint);
      if (codePoint > 0xffff) unit++;
    }
    this.#units[length] = text.length;
    this.length = length;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(this.#units[start], this.#units[end]);
  }

  /** Returns what the character at a place is for conditions. */
  neighbour(place: number): Neighbour {
    if (place < 0 || place >= this.length) return neighbours.edge;
    return this.#program.neighbourOf(this.classes[place] as number);
  }
}
