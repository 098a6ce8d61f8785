/**
 * Reads members of a JSON object with the types of the reference. A null counts as an absent member. Errors have the
 * messages of Go's JSON decoder.
 */
import { isJsonObject } from "../../base/json-object.ts";
import { getOwn } from "../../base/own-property.ts";
import { DecodeError } from "../decode-error.ts";
import { jsonType } from "../json/json-type.ts";

type Members = Readonly<Record<string, unknown>>;

/** A JSON object that has the type of a Go struct. */
export class GoStructReader {
  readonly #members: Members;
  readonly #struct: string;
  /** Path of the object in its document, such as `status.user`. Empty for the document. */
  readonly #path: string;

  constructor(members: Members, struct: string, path: string) {
    this.#members = members;
    this.#struct = struct;
    this.#path = path;
  }

  /** Returns the nested object. It has no members if it is absent. */
  struct(name: string, struct: string, goType: string): GoStructReader {
    const value = this.#read(name, goType, isJsonObject) ?? {};
    return new GoStructReader(value, struct, this.#pathOf(name));
  }

  /** Whether a member is present, and not null. */
  has(name: string): boolean {
    return (getOwn(this.#members, name) ?? undefined) !== undefined;
  }

  /** Returns a text. Empty if it is absent. @param goType type of the field. Default: string */
  text(name: string, goType = "string"): string {
    return this.#read(name, goType, isText) ?? "";
  }

  /** Returns a list of any values. Empty if it is absent. */
  items(name: string, goType: string): readonly unknown[] {
    return this.#read(name, goType, Array.isArray) ?? [];
  }

  /** Returns a boolean. False if it is absent. */
  flag(name: string): boolean {
    return this.#read(name, "bool", (value) => typeof value === "boolean") ?? false;
  }

  /** Returns an integer. 0 if it is absent. */
  integer(name: string, goType = "int32"): number {
    const isNumber = (value: unknown): value is number => typeof value === "number";
    const value = this.#read(name, goType, isNumber) ?? 0;
    if (!Number.isSafeInteger(value)) throw this.#mismatch(name, value, goType);
    return value;
  }

  /** Returns a map of texts. Empty if it is absent. */
  textMap(name: string): ReadonlyMap<string, string> {
    const members = this.#read(name, "map[string]string", isJsonObject) ?? {};
    return new Map(
      Object.entries(members).map(([key, value]) => {
        if (value !== null && !isText(value)) throw this.#mismatch(name, value, "string");
        return [key, value ?? ""];
      }),
    );
  }

  /** Returns a list of objects. Empty if it is absent. @param goType type of an item */
  structs(name: string, struct: string, goType: string): readonly GoStructReader[] {
    return this.items(name, `[]${goType}`).map((item) => {
      if (item !== null && !isJsonObject(item)) throw this.#mismatch(name, item, goType);
      return new GoStructReader(item ?? {}, struct, this.#pathOf(name));
    });
  }

  /** Returns a list of texts. Empty if it is absent. */
  texts(name: string): readonly string[] {
    return this.#textsOf(this.#read(name, "[]string", Array.isArray) ?? [], name);
  }

  /** Returns a map of lists. Undefined if it is absent. @param listType Go type of a list */
  textLists(name: string, listType: string): Readonly<Record<string, readonly string[]>> | undefined {
    const lists = this.#read(name, `map[string]${listType}`, isJsonObject);
    if (lists === undefined) return undefined;
    const entries = Object.entries(lists).map(([key, list]) => {
      if (list !== null && !Array.isArray(list)) throw this.#mismatch(name, list, listType);
      return [key, this.#textsOf(list ?? [], name)] as const;
    });
    return Object.fromEntries(entries);
  }

  #textsOf(items: readonly unknown[], name: string): readonly string[] {
    return items.map((item) => {
      if (item === null) return "";
      if (!isText(item)) throw this.#mismatch(name, item, "string");
      return item;
    });
  }

  #read<T>(name: string, goType: string, isRight: (value: unknown) => value is T): T | undefined {
    const value = getOwn(this.#members, name) ?? undefined;
    if (value === undefined || isRight(value)) return value;
    throw this.#mismatch(name, value, goType);
  }

  #pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #mismatch(name: string, value: unknown, goType: string): DecodeError {
    const field = `${this.#struct}.${this.#pathOf(name)}`;
    return new DecodeError(
      "value",
      `json: cannot unmarshal ${shownType(value)} into Go struct field ${field} of type ${goType}`,
    );
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Returns the type as messages name it. Numbers with fractions are shown with their value. */
function shownType(value: unknown): string {
  return typeof value === "number" && !Number.isInteger(value) ? `number ${value}` : jsonType(value);
}
