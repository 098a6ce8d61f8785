/** Prints objects as one JSON or YAML document: a List whose items are printed as they arrive. */
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Terminal } from "../terminal.ts";
import { toJson, toYaml, typeFirst, withoutManagedFields } from "./objects.ts";

/** Options of the `ListOutput` constructor. */
export interface ListOutputOptions {
  readonly form: "yaml" | "json";
  readonly showManagedFields: boolean;
  /** Whether the command requested a single object. It is then printed without a List. */
  readonly isSingle: boolean;
}

/** Prints objects as items of a List. Call `end()` after the last one. */
export class ListOutput {
  readonly #terminal: Terminal;
  readonly #options: ListOutputOptions;
  #count = 0;

  constructor(terminal: Terminal, options: ListOutputOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  add(object: ApiObject): void {
    const { form, showManagedFields, isSingle } = this.#options;
    const shown = showManagedFields ? object : withoutManagedFields(object);
    const text = form === "json" ? `${toJson(typeFirst(shown))}\n` : toYaml(shown);
    if (isSingle) this.#terminal.out(text);
    else this.#terminal.out(form === "json" ? this.#jsonItem(text) : this.#yamlItem(text));
    this.#count += 1;
  }

  end(): void {
    const { form, isSingle } = this.#options;
    if (isSingle) return;
    const isEmpty = this.#count === 0;
    if (form === "json") this.#terminal.out(isEmpty ? `${jsonHead}]\n}\n` : "\n  ]\n}\n");
    else this.#terminal.out(`${isEmpty ? `${yamlHead} []\n` : ""}kind: List\nmetadata:\n  resourceVersion: ""\n`);
  }

  #jsonItem(text: string): string {
    const lines = text.trimEnd().split("\n");
    const head = this.#count === 0 ? `${jsonHead}\n` : ",\n";
    return head + lines.map((line) => `    ${line}`).join("\n");
  }

  #yamlItem(text: string): string {
    const head = this.#count === 0 ? `${yamlHead}\n` : "";
    const lines = text.trimEnd().split("\n");
    return `${head}${lines.map((line, index) => (index === 0 ? `- ${line}` : line === "" ? line : `  ${line}`)).join("\n")}\n`;
  }
}

const jsonHead =
  '{\n  "apiVersion": "v1",\n  "kind": "List",\n  "metadata": {\n    "resourceVersion": ""\n  },\n  "items": [';
const yamlHead = "apiVersion: v1\nitems:";
