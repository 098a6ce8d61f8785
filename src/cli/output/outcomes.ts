/** Prints the results of write commands: a line per object, or the objects themselves. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { printable } from "../screen/printable.ts";
import { CommandError, type Screen } from "../terminal.ts";
import type { ServedType } from "../types/served-type.ts";
import { type DryRun, dryRunMarks } from "../writes/dry-run.ts";
import type { ObjectForm, ObjectOutput } from "./object-form.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import { objectTitle } from "./objects.ts";

/** Options of the `Outcomes` constructor. */
export interface OutcomesOptions {
  readonly output: ObjectOutput;
  /** How objects are printed. Undefined: a line per object. */
  readonly form: ObjectForm | undefined;
  readonly dryRun: DryRun;
  /** Number of objects of the command. A single object is printed without a List. */
  readonly objects: number;
}

/** Prints the results of a command. */
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

  /** Prints a result. @param what for example `created` */
  print(type: ServedType, object: ApiObject, what: string): void {
    if (this.#documents) {
      this.#add(this.#documents, object);
      return;
    }
    this.#terminal.out(this.#line(type, object, what));
  }

  /** Prints the result for an object that the user did not name. If objects are printed, it goes to standard error. */
  printUnnamed(type: ServedType, object: ApiObject, what: string): void {
    if (this.#documents) this.#terminal.error(this.#line(type, object, what));
    else this.#terminal.out(this.#line(type, object, what));
  }

  /** Completes the output. @throws CommandError if an object could not be printed */
  end(): void {
    if (this.#fault) throw this.#fault;
    this.#documents?.end();
  }

  /** Remembers an error instead of throwing it, so that the command still processes the other objects. */
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
