/**
 * The fields that a kind's field selectors may name, and their values. Names and namespaces are read from the key,
 * without a look at the object.
 */
import { goQuote } from "../meta/go-quote.ts";
import { splitKey } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { FieldValue, KindHooks } from "../schema/index.ts";
import type { BoundKind } from "./bound-kind.ts";

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

  /** @returns the field's own name when a selector may name it, also by an alias */
  resolve(name: string): string | undefined {
    const own = Object.hasOwn(this.#aliases, name) ? this.#aliases[name] : name;
    if (own === undefined) return undefined;
    if (own === "metadata.name" || this.#positions.has(own) || this.#emptyFields.includes(own)) return own;
    return own === "metadata.namespace" && this.#hasNamespaceField ? own : undefined;
  }

  /** All that `read` looks at. */
  get paths(): readonly string[] {
    return this.#values.flatMap(({ reads }) => reads);
  }

  /** The values of the declared fields, in their order; "" for what is unset. */
  read(object: ApiObject): readonly string[] {
    return this.#values.map(({ of }) => of(object));
  }

  /**
   * The value of the field `name`, which `resolve` gave.
   * @param values of `read`; only asked for when the key does not tell
   */
  value(name: string, key: string, values: () => readonly string[]): string {
    if (name === "metadata.name") return splitKey(key).name;
    if (name === "metadata.namespace") return splitKey(key).namespace;
    return values()[this.#positions.get(name) ?? -1] ?? "";
  }

  /** The message for a field that selectors may not name. @param served the kind as clients name it */
  unsupported(name: string, served: Pick<BoundKind, "apiVersion" | "kind"> = this.#kind): string {
    if (this.#unsupportedMessage) return this.#unsupportedMessage(name, served);
    if (this.#positions.size > 0) return `field label not supported: ${name}`;
    return `${goQuote(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  }

  /** As in the reference, kinds that declare no fields have it even without namespaces: it is empty then. */
  get #hasNamespaceField(): boolean {
    return this.#kind.namespaced || this.#positions.size === 0;
  }
}

/** Reads the value at a dot-separated path as text; booleans and numbers as they are written. */
function pathReader(path: string): (object: ApiObject) => string {
  const steps = path.split(".");
  return (object) => {
    let value: unknown = object;
    for (const step of steps) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return "";
      value = (value as Record<string, unknown>)[step];
    }
    return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  };
}
