/** Templates of paths as commands have them: every fault is a CommandError that names the flag, the template and the rule. */
import { CommandError, CommandUsageError } from "../terminal.ts";
import { type FindOptions, type Found, findValues } from "./find-values.ts";
import { parseTemplate } from "./parse-template.ts";
import { type Part, TemplateError } from "./template.ts";

/** Of a template, in a message. */
const shownCharsMax = 200;

export class PathTemplate {
  readonly #text: string;
  readonly #origin: string;
  readonly #parts: readonly Part[];

  /** @param origin what a message begins with: `--sort-by` @throws CommandError */
  constructor(text: string, origin: string) {
    this.#text = text;
    this.#origin = origin;
    this.#parts = this.attempt(() => parseTemplate(text), CommandUsageError);
  }

  /** @returns for each part of the template what it finds @throws CommandError */
  find(object: unknown, options: FindOptions = { missing: "nothing" }): readonly Found[] {
    return this.attempt(() => findValues(this.#parts, object, options));
  }

  /** Does what belongs to this template. @throws CommandError for a TemplateError */
  attempt<T>(work: () => T, Fault: typeof CommandError = CommandError): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const text = this.#text.length > shownCharsMax ? `${this.#text.slice(0, shownCharsMax)}...` : this.#text;
      throw new Fault(`${this.#origin}: ${text}: ${error.message}`, { cause: error });
    }
  }
}

/** What stands in one pair of braces, or in none: neither the braces nor the first dot has to be written. */
const relaxed = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/;

/** One path, as in `.metadata.name`, `metadata.name` or `{.metadata.name}`. @throws CommandError */
export function readPath(text: string, origin: string): PathTemplate {
  if (text === "") return new PathTemplate("", origin);
  const [, inBraces, bare] = relaxed.exec(text) ?? [];
  const path = inBraces ?? bare;
  if (path !== undefined) return new PathTemplate(`{.${path}}`, origin);
  const shown = JSON.stringify(text.slice(0, shownCharsMax));
  throw new CommandUsageError(
    `${origin}: ${shown} is no path to a field, as in .metadata.name, .spec.ports[0].port or .metadata.labels.app`,
  );
}
