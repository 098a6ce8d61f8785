/**
 * Prints objects through a template. A single object is passed to the template as it is. Several ones are collected and
 * passed as a List.
 */
import type { ApiObject } from "../../meta/object-meta.ts";
import { printedInTemplate } from "../../paths/index.ts";
import type { PathTemplate } from "../paths/path-template.ts";
import { printable } from "../screen/printable.ts";
import type { Screen } from "../terminal.ts";
import type { ObjectPrinter } from "./object-printer.ts";

/** Options of the `TemplateOutput` constructor. */
export interface TemplateOutputOptions {
  readonly template: PathTemplate;
  readonly missing: "nothing" | "error";
  readonly isSingle: boolean;
}

/** Maximum number of characters to write to the terminal at once. */
const pieceCharsMax = 64 * 1024;

/** Prints objects through a template. Call `end()` after the last one. */
export class TemplateOutput implements ObjectPrinter {
  readonly #terminal: Pick<Screen, "out" | "columns">;
  readonly #options: TemplateOutputOptions;
  readonly #objects: ApiObject[] = [];

  constructor(terminal: Pick<Screen, "out" | "columns">, options: TemplateOutputOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  /** Prints a single object, or collects it. @throws CommandError if the template does not apply to the object */
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

  /** Escapes control characters for terminals. Programs receive the text unchanged. */
  #shown(text: string): string {
    return this.#terminal.columns === undefined ? text : printable(text);
  }
}
