/**
 * The fields that field selectors of a kind may name, and their values. The name and the namespace are read from the
 * key, so the object need not be parsed for them.
 */
import { goQuote } from "../meta/go-quote.ts";
import { splitKey } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { FieldValue, KindHooks } from "../schema/index.ts";
import type { BoundKind } from "./bound-kind.ts";

/** The selectable fields of one kind. */
export class FieldIndex {
  readonly #kind: BoundKind;
  readonly #positions: ReadonlyMap<string, number>;
  readonly #values: readonly FieldValue<ApiObject>[];
  readonly #aliases: Readonly<Record<string, string>>;
  readonly #emptyFields: readonly string[];
  readonly #unsupportedMessage: KindHooks["unsupportedFieldMessage"];

  constructor(kind: BoundKind, hooks: KindHooks) {
    const names = kind.declaration.selectableFields;
    this.#kind = kind;
    this.#positions = new Map(names.map((name, position) => [name, position]));
    this.#values = names.map((name) => hooks.fieldValues?.[name] ?? { reads: [name], of: pathReader(name) });
    this.#aliases = hooks.fieldAliases ?? {};
    this.#emptyFields = hooks.emptyFields ?? [];
    this.#unsupportedMessage = hooks.unsupportedFieldMessage;
  }

  /**
   * Returns the declared name of a field that a selector names, directly or by an alias. Undefined if selectors may not
   * name it.
   */
  resolve(name: string): string | undefined {
    const declaredName = Object.hasOwn(this.#aliases, name) ? this.#aliases[name] : name;
    if (declaredName === undefined) return undefined;
    if (
      declaredName === "metadata.name" ||
      this.#positions.has(declaredName) ||
      this.#emptyFields.includes(declaredName)
    )
      return declaredName;
    return declaredName === "metadata.namespace" && this.#hasNamespaceField ? declaredName : undefined;
  }

  /** The paths of all fields that `read` reads. */
  get paths(): readonly string[] {
    return this.#values.flatMap(({ reads }) => reads);
  }

  /** Returns the values of the declared fields, in their order. Unset fields are "". */
  read(object: ApiObject): readonly string[] {
    return this.#values.map(({ of }) => of(object));
  }

  /**
   * Returns the value of one field of an object.
   * @param name as returned by `resolve`
   * @param key of the object, which contains its name and its namespace
   * @param values returns the result of `read`. It is not called for a name or a namespace.
   */
  value(name: string, key: string, values: () => readonly string[]): string {
    if (name === "metadata.name") return splitKey(key).name;
    if (name === "metadata.namespace") return splitKey(key).namespace;
    return values()[this.#positions.get(name) ?? -1] ?? "";
  }

  /**
   * Returns the error message for a field that selectors may not name.
   * @param served the kind under the name that the client uses
   */
  unsupportedMessage(name: string, served: Pick<BoundKind, "apiVersion" | "kind"> = this.#kind): string {
    if (this.#unsupportedMessage) return this.#unsupportedMessage(name, served);
    if (this.#positions.size > 0) return `field label not supported: ${name}`;
    return `${goQuote(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  }

  /**
   * Whether `metadata.namespace` is selectable. As in the reference, it is for all kinds that declare no fields. It is
   * empty for cluster-scoped ones.
   */
  get #hasNamespaceField(): boolean {
    return this.#kind.namespaced || this.#positions.size === 0;
  }
}

/**
 * Returns a function that reads the value at a dot-separated path as text. Values that are not strings are returned as
 * JSON.
 */
function pathReader(path: string): (object: ApiObject) => string {
  const names = path.split(".");
  return (object) => {
    let value: unknown = object;
    for (const step of names) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return "";
      value = (value as Record<string, unknown>)[step];
    }
    return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  };
}
