/** The values of an object that rules apply to. */
import { isJsonList, isJsonObject, type JsonList, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { Correlated } from "../../structural/index.ts";
import { memberPath } from "./rule-field-path.ts";
import type { RuleNode } from "./rule-tree.ts";

/** A value, its place in the object, and its old value. Its path is built only for errors. */
export class RulePlace {
  readonly node: RuleNode;
  readonly value: unknown;
  /** The value and its old value. Undefined if there is no old value that belongs to it. */
  readonly correlated: Correlated | undefined;
  /** The nearest value around this one that has an old value. */
  readonly #nearest: Correlated | undefined;
  readonly #parent: RulePlace | undefined;
  readonly #step: string | number;

  private constructor(
    node: RuleNode,
    value: unknown,
    correlated: Correlated | undefined,
    nearest: Correlated | undefined,
    parent: RulePlace | undefined,
    step: string | number,
  ) {
    this.node = node;
    this.value = value;
    this.correlated = correlated;
    this.#nearest = nearest;
    this.#parent = parent;
    this.#step = step;
  }

  /** @param old undefined for a new object */
  static root(node: RuleNode, object: ReadonlyJsonObject, old: ReadonlyJsonObject | undefined): RulePlace {
    const correlated = old && new Correlated(object, old, node.schema);
    return new RulePlace(node, object, correlated, undefined, undefined, "");
  }

  /** Null has no rules. */
  get oldValue(): unknown {
    return this.correlated?.old ?? undefined;
  }

  /** The path of the value; empty for the root. */
  get path(): string {
    const parent = this.#parent;
    if (!parent) return "";
    const step = this.#step;
    const isMember = typeof step === "string" && parent.node.properties?.has(step) === true;
    return isMember ? memberPath(parent.path, step) : `${parent.path}[${step}]`;
  }

  /**
   * Whether the value, or else the nearest one around it that has an old value, did not change. `apiVersion` and `kind` of the object
   * do not count as unchanged, because clients see them in several versions.
   */
  get isUnchanged(): boolean {
    const isTypeName = this.#step === "apiVersion" || this.#step === "kind";
    if (isTypeName && this.#parent !== undefined && this.#parent.#parent === undefined) return false;
    return (this.correlated ?? this.#nearest)?.isEqual() === true;
  }

  /** Returns the places of the values in this one, in the order in which their rules are evaluated. */
  parts(): readonly RulePlace[] {
    const parts: RulePlace[] = [];
    if (isJsonList(this.value)) this.#addItems(this.value, parts);
    else if (isJsonObject(this.value)) this.#addMembers(this.value, parts);
    return parts;
  }

  #addItems(list: JsonList, parts: RulePlace[]): void {
    const { items, schema } = this.node;
    if (!items) return;
    const correlated = schema.listType === "map" ? this.correlated : undefined;
    for (let index = 0; index < list.length; index++) {
      this.#addPart(parts, items, list[index], correlated?.item(index), index);
    }
  }

  #addMembers(object: ReadonlyJsonObject, parts: RulePlace[]): void {
    const { values, properties } = this.node;
    if (values) {
      for (const [name, value] of Object.entries(object)) {
        this.#addPart(parts, values, value, this.correlated?.field(name), name);
      }
    }
    if (!properties) return;
    for (const [name, node] of properties) {
      if (Object.hasOwn(object, name)) this.#addPart(parts, node, object[name], this.correlated?.field(name), name);
    }
  }

  /** Adds a part. Rules do not apply to null. */
  #addPart(
    parts: RulePlace[],
    node: RuleNode,
    value: unknown,
    correlated: Correlated | undefined,
    step: string | number,
  ): void {
    if (value === null || value === undefined) return;
    parts.push(new RulePlace(node, value, correlated, this.correlated ?? this.#nearest, this, step));
  }
}
