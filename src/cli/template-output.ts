/** Objects as they come, through a template: one that is alone as it is, others as one List, when there are no more. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import type { PathTemplate } from "./paths/path-template.ts";
import { printedInTemplate } from "./paths/printed-value.ts";
import { printable } from "./screen/printable.ts";
import type { Screen } from "./terminal.ts";

export interface TemplateOutputOptions {
  readonly template: PathTemplate;
  readonly missing: "nothing" | "error";
  readonly isSingle: boolean;
}

/** Of what is handed to the terminal at a time. */
const pieceCharsMax = 64 * 1024;

export class TemplateOutput implements ObjectPrinter {
  readonly #terminal: Pick<Screen, "out" | "columns">;
  readonly #options: TemplateOutputOptions;
  readonly #objects: ApiObject[] = [];

  constructor(terminal: Pick<Screen, "out" | "columns">, options: TemplateOutputOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** @throws CommandError for an object that the template does not fit */
  add(object: ApiObject): void {
    if (this.#options.isSingle) this.#print(object);
    else this.#objects.push(object);
  }

  end(): void {
    if (this.#options.isSingle) return;
    this.#print({ apiVersion: "v1", items: this.#objects, kind: "List", metadata: { resourceVersion: "" } });
  }

  #print(value: unknown): void {
    const { template, missing } = this.#options;
    const found = template.find(value, { missing });
    template.attempt(() => {
      let piece = "";
      for (const values of found) {
        values.forEach((one, index) => {
          piece += (index === 0 ? "" : " ") + this.#shown(printedInTemplate(one));
          if (piece.length < pieceCharsMax) return;
          this.#terminal.out(piece);
          piece = "";
        });
      }
      if (piece !== "") this.#terminal.out(piece);
    });
  }

  /** A program gets what there is; somebody who looks is not to be deceived by it. */
  #shown(text: string): string {
    return this.#terminal.columns === undefined ? text : printable(text);
  }
}
