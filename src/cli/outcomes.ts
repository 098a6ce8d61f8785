/** What has happened to objects: a line for each, or the objects themselves. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { ObjectOutput } from "./context.ts";
import { ListOutput } from "./list-output.ts";
import { objectTitle } from "./objects.ts";
import { printable } from "./screen/printable.ts";
import type { Screen } from "./terminal.ts";
import type { ServedType } from "./types/served-type.ts";

export interface OutcomesOptions {
  readonly output: ObjectOutput;
  readonly dryRun: boolean;
  /** How many objects there may be: one that is alone stands in no list. */
  readonly objects: number;
}

export class Outcomes {
  readonly #terminal: Screen;
  readonly #options: OutcomesOptions;
  readonly #documents: ListOutput | undefined;

  constructor(terminal: Screen, options: OutcomesOptions) {
    const { output: form, objects } = options;
    this.#terminal = terminal;
    this.#options = options;
    const isDocument = form === "yaml" || form === "json";
    this.#documents = isDocument
      ? new ListOutput(terminal, { form, showManagedFields: false, isSingle: objects === 1 })
      : undefined;
  }

  /** @param what `created` */
  tell(type: ServedType, object: ApiObject, what: string): void {
    if (this.#documents) {
      this.#documents.add(object);
      return;
    }
    const title = printable(objectTitle(type, object.metadata.name ?? ""));
    const { output, dryRun } = this.#options;
    const done = output === "name" ? "" : ` ${this.#painted(what)}${dryRun ? " (dry run)" : ""}`;
    this.#terminal.out(`${title}${done}\n`);
  }

  end(): void {
    this.#documents?.end();
  }

  #painted(what: string): string {
    const { paint } = this.#terminal;
    if (what.startsWith("unchanged")) return paint("dim", what);
    return paint(what === "deleted" ? "red" : what === "created" ? "green" : "yellow", what);
  }
}
