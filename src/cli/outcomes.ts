/** What has happened to objects: a line for each, or the objects themselves. */
import type { ApiObject } from "../meta/object-meta.ts";
import { type DryRun, dryRunMarks } from "./dry-run.ts";
import type { ObjectForm, ObjectOutput } from "./object-form.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import { objectTitle } from "./objects.ts";
import { printable } from "./screen/printable.ts";
import { CommandError, type Screen } from "./terminal.ts";
import type { ServedType } from "./types/served-type.ts";

export interface OutcomesOptions {
  readonly output: ObjectOutput;
  /** That of the output; undefined: a line for each object. */
  readonly form: ObjectForm | undefined;
  readonly dryRun: DryRun;
  /** How many objects there may be: one that is alone stands in no list. */
  readonly objects: number;
}

export class Outcomes {
  readonly #terminal: Screen;
  readonly #options: OutcomesOptions;
  readonly #documents: ObjectPrinter | undefined;
  #fault: CommandError | undefined;

  constructor(terminal: Screen, options: OutcomesOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.#documents = options.form?.({ showManagedFields: false, isSingle: options.objects === 1 });
  }

  /** @param what `created` */
  tell(type: ServedType, object: ApiObject, what: string): void {
    if (this.#documents) {
      this.#add(this.#documents, object);
      return;
    }
    this.#terminal.out(this.#line(type, object, what));
  }

  /** Of an object that is none of those that were asked for: where these are printed, it is told on standard error. */
  tellBeside(type: ServedType, object: ApiObject, what: string): void {
    if (this.#documents) this.#terminal.error(this.#line(type, object, what));
    else this.#terminal.out(this.#line(type, object, what));
  }

  /** @throws CommandError for an object that could not be printed */
  end(): void {
    if (this.#fault) throw this.#fault;
    this.#documents?.end();
  }

  /** What cannot be printed keeps nothing else from being done. */
  #add(documents: ObjectPrinter, object: ApiObject): void {
    if (this.#fault) return;
    try {
      documents.add(object);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#fault = error;
    }
  }

  #line(type: ServedType, object: ApiObject, what: string): string {
    const title = printable(objectTitle(type, object.metadata.name ?? ""));
    const { output, dryRun } = this.#options;
    return output === "name" ? `${title}\n` : `${title} ${this.#painted(what)}${dryRunMarks[dryRun]}\n`;
  }

  #painted(what: string): string {
    const { paint } = this.#terminal;
    if (what.startsWith("unchanged")) return paint("dim", what);
    return paint(what === "deleted" || what === "pruned" ? "red" : what === "created" ? "green" : "yellow", what);
  }
}
