/** How far a long list has been read. */
import type { Screen } from "./terminal.ts";

export class Progress implements Disposable {
  readonly #title: string;
  readonly #terminal: Screen;
  #done = 0;

  constructor(title: string, terminal: Screen) {
    this.#title = title;
    this.#terminal = terminal;
  }

  /** @param left how many are still to come, as far as the server says; undefined: these were the last */
  add(number: number, left: number | undefined): void {
    this.#done += number;
    if (left === undefined) this.#terminal.progress("");
    else this.#terminal.progress(`${this.#title}: ${grouped(this.#done)} of ${grouped(this.#done + left)}`);
  }

  [Symbol.dispose](): void {
    this.#terminal.progress("");
  }
}

/** `12,500` */
function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
