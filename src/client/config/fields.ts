/**
 * Reads one mapping of a configuration file, member by member. A member of the wrong type is a problem, which names the
 * type but does not show the value: it may be secret. null means absent, as in the reference. Members that were not read
 * are reported as unknown. They are only warnings, because clients of other vendors and versions may share the file.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { type ConfigProblem, shownValue, typeTitle } from "./config-error.ts";

/** Problems and unknown members that were found while reading a file. */
export interface Findings {
  readonly file: string;
  readonly problems: ConfigProblem[];
  /** Paths of unknown members. */
  readonly unknown: string[];
}

type Mapping = Readonly<Record<string, unknown>>;

/** A mapping, with its path for error messages. */
export class Fields {
  readonly #findings: Findings;
  /** The path of the mapping. Empty for the whole file. */
  readonly path: string;
  readonly #members: Mapping;
  readonly #readNames = new Set<string>();

  constructor(findings: Findings, path: string, members: Mapping) {
    this.#findings = findings;
    this.path = path;
    this.#members = members;
  }

  /** Returns the path of a member. */
  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  /** Reads a string. An empty string means absent, as in the reference. */
  text(name: string): string | undefined {
    const value = this.#typed(name, "a text", isText);
    return value === "" ? undefined : value;
  }

  /** Reads a boolean. */
  flag(name: string): boolean | undefined {
    return this.#typed(name, "true or false", (value) => typeof value === "boolean");
  }

  /** Reads a list of strings. Empty if it is absent. */
  texts(name: string): readonly string[] {
    return this.#typed(name, "a list of texts", isTexts) ?? [];
  }

  /** Reads a mapping from strings to lists of strings. */
  textLists(name: string): Readonly<Record<string, readonly string[]>> {
    const isRight = (value: unknown): value is Record<string, string[]> =>
      isJsonObject(value) && Object.values(value).every(isTexts);
    return this.#typed(name, "a mapping from texts to lists of texts", isRight) ?? {};
  }

  /** Reads a nested mapping. */
  mapping(name: string): Fields | undefined {
    const members = this.#typed(name, "a mapping", isJsonObject);
    return members && new Fields(this.#findings, this.pathOf(name), members);
  }

  /** Reads a member of any type. */
  any(name: string): unknown {
    return this.#take(name);
  }

  /** Reads a list of mappings that have unique names. @param key member that contains the name */
  named(name: string, key = "name"): readonly { readonly name: string; readonly fields: Fields }[] {
    const items = this.#typed(name, "a list", Array.isArray) ?? [];
    const seen = new Set<string>();
    return items.flatMap((item: unknown, index) => {
      const path = `${this.pathOf(name)}[${index}]`;
      if (!isJsonObject(item)) return this.#addTypeProblem(path, "a mapping", item);
      const own = getOwn(item, key) ?? "";
      if (!isText(own)) return this.#addTypeProblem(`${path}.${key}`, "a text", own);
      if (own === "") return this.#addProblem(`${path}.${key}`, "must be a string that is not empty");
      if (seen.has(own)) return this.#addProblem(`${path}.${key}`, "is in the list twice", own);
      seen.add(own);
      const fields = new Fields(this.#findings, `${this.pathOf(name)}[${own}]`, item);
      fields.#readNames.add(key);
      return [{ name: own, fields }];
    });
  }

  /** Reports all members that were not read as unknown. */
  end(): void {
    const others = Object.keys(this.#members).filter((name) => !this.#readNames.has(name));
    this.#findings.unknown.push(...others.map((name) => this.pathOf(name)));
  }

  /** Reports a problem of a member. */
  reject(name: string, rule: string, value?: unknown): void {
    this.#addProblem(this.pathOf(name), rule, value);
  }

  #take(name: string): unknown {
    this.#readNames.add(name);
    return getOwn(this.#members, name) ?? undefined;
  }

  #typed<T>(name: string, what: string, isRight: (value: unknown) => value is T): T | undefined {
    const value = this.#take(name);
    if (value === undefined || isRight(value)) return value;
    this.#addTypeProblem(this.pathOf(name), what, value);
    return undefined;
  }

  #addTypeProblem(field: string, what: string, value: unknown): [] {
    const found = typeTitle(value);
    return this.#addProblem(field, what.startsWith(found) ? `must be ${what}` : `must be ${what}, not ${found}`);
  }

  #addProblem(field: string, rule: string, value?: unknown): [] {
    const { file, problems } = this.#findings;
    problems.push({ file, field, rule, ...(value === undefined ? {} : { value: shownValue(value) }) });
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
