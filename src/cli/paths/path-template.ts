/** Templates of commands. Every error is a CommandError that names the flag and the template. */

import {
  type FindOptions,
  type Found,
  findValues,
  type Part,
  parseTemplate,
  TemplateError,
} from "../../paths/index.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";

/** Maximum length of the template's text in a message. */
const shownCharsMax = 200;

/** A parsed template. */
export class PathTemplate {
  readonly #text: string;
  readonly #origin: string;
  readonly #parts: readonly Part[];

  /** Parses a template. @param origin prefix of error messages, such as `--sort-by` @throws CommandError */
  constructor(text: string, origin: string) {
    this.#text = text;
    this.#origin = origin;
    this.#parts = this.attempt(() => parseTemplate(text), CommandUsageError);
  }

  /** Evaluates the template. @returns the values of each part @throws CommandError */
  find(object: unknown, options: FindOptions = { missing: "nothing" }): readonly Found[] {
    return this.attempt(() => findValues(this.#parts, object, options));
  }

  /** Runs `work`, and converts a TemplateError to a CommandError that names this template. */
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

/** Matches a path with or without braces and leading dot. */
const relaxed = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/;

/** Parses one path, such as `.metadata.name`, `metadata.name` or `{.metadata.name}`. @throws CommandError */
export function readPath(text: string, origin: string): PathTemplate {
  if (text === "") return new PathTemplate("", origin);
  const [, inBraces, bare] = relaxed.exec(text) ?? [];
  const path = inBraces ?? bare;
  if (path !== undefined) return new PathTemplate(`{.${path}}`, origin);
  const shown = JSON.stringify(text.slice(0, shownCharsMax));
  throw new CommandUsageError(
    `${origin}: ${shown} is not the path of a field, such as .metadata.name, .spec.ports[0].port or .metadata.labels.app`,
  );
}
