/** The progress of reading a long list. */
import type { Screen } from "./terminal.ts";

/** Shows the progress until it is disposed. */
export class Progress implements Disposable {
  readonly #title: string;
  readonly #terminal: Screen;
  #done = 0;

  constructor(title: string, terminal: Screen) {
    this.#title = title;
    this.#terminal = terminal;
  }

  /**
   * Adds objects that were read. @param left the server's estimate of the remaining objects. Undefined after the last
   * ones
   */
  add(number: number, left: number | undefined): void {
    this.#done += number;
    if (left === undefined) this.#terminal.progress("");
    else this.#terminal.progress(`${this.#title}: ${grouped(this.#done)} of ${grouped(this.#done + left)}`);
  }

  [Symbol.dispose](): void {
    this.#terminal.progress("");
  }
}

/** Formats a number with separators: `12,500`. */
function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
