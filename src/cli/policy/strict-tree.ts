/** Reads the members of a document. A wrong or unknown member is an error that names its path. */
import { isJsonObject } from "../../base/json-object.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { Tree } from "../../manifests/index.ts";

/** A member of a document is wrong. */
export class MemberError extends Error {
  override readonly name = "MemberError";
  /** Path of the member, such as `cases[0].expect`. Empty for the document. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** An object of a document, whose members are read one by one. */
export class StrictTree {
  readonly path: string;
  readonly #tree: Tree;

  /** @param names all members that the object may have. @throws MemberError if it is no object, or has another member */
  constructor(value: unknown, path: string, names: readonly string[]) {
    if (!isJsonObject(value)) throw new MemberError(path, "must be an object");
    this.path = path;
    this.#tree = value;
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue;
      const near = nearestName(name, names);
      throw new MemberError(this.pathOf(name), near === undefined ? "is unknown" : `is unknown; did you mean ${near}?`);
    }
  }

  /** Returns the path of a member. */
  pathOf(name: string): string {
    return this.path === "" ? name : `${this.path}.${name}`;
  }

  /** Returns a member. Undefined if it is absent or null. */
  value(name: string): unknown {
    return this.#tree[name] ?? undefined;
  }

  /** Returns a text. @throws MemberError */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "string") return value;
    throw new MemberError(this.pathOf(name), "must be a text");
  }

  /** Returns one of these texts. @throws MemberError */
  choice<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const found = this.text(name);
    const value = values.find((one) => one === found);
    if (found === undefined || value !== undefined) return value;
    throw new MemberError(this.pathOf(name), `must be one of ${values.join(", ")}`);
  }

  /** Returns a boolean. @throws MemberError */
  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "boolean") return value;
    throw new MemberError(this.pathOf(name), "must be true or false");
  }

  /** Returns a list. Empty if it is absent. @throws MemberError */
  list(name: string): readonly unknown[] {
    const value = this.value(name) ?? [];
    if (Array.isArray(value)) return value;
    throw new MemberError(this.pathOf(name), "must be a list");
  }

  /** Returns a list of texts. A text counts as a list with one item. Undefined if it is absent. @throws MemberError */
  texts(name: string): readonly string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.every((item) => typeof item === "string")) return items;
    throw new MemberError(this.pathOf(name), "must be a text or a list of texts");
  }

  /** Returns a map of texts. Empty if it is absent. @throws MemberError */
  textMap(name: string): Readonly<Record<string, string>> {
    const value = this.value(name) ?? {};
    if (isJsonObject(value) && Object.values(value).every((one) => typeof one === "string")) {
      return value as Readonly<Record<string, string>>;
    }
    throw new MemberError(this.pathOf(name), "must be a map of texts");
  }
}
