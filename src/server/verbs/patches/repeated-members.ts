/**
 * Objects of a JSON patch that contain repeated keys. The reference keeps a value as text until an operation reads it,
 * so the result can contain the repeated keys. An operation copies each object that it reads. Therefore, an object that
 * is in both the patch and the result was not read, and is still text in the reference.
 */
import { isJsonObject } from "../../../base/json-object.ts";
import {
  countKeys,
  type JsonNode,
  jsonNodeOf,
  type ParsedJson,
  parseJsonNode,
  readRepeatedKeys,
  stringifyJson,
} from "../../../codec/index.ts";
import type { StructSchema } from "../../../schema/index.ts";

/** The objects with repeated keys in one JSON patch. */
export class RepeatedMembers {
  readonly #nodes = new Map<object, JsonNode>();

  /**
   * @param body the parsed `bytes`
   * @param body.keyCount number of keys. If the value has as many, no key is repeated. Undefined: the text is always
   * searched.
   */
  constructor(bytes: Buffer, { value, keyCount }: Pick<ParsedJson, "value"> & Partial<ParsedJson>) {
    if (keyCount !== countKeys(value)) this.#collect(value, parseJsonNode(bytes.toString("utf8")));
  }

  /** Returns the tree of a result of the patch, with repeated keys. */
  treeOf(result: unknown): JsonNode {
    return jsonNodeOf(result, this.#nodes);
  }

  /**
   * Returns the result as the reference decodes it: the value of a repeated key is decoded over the value before it.
   * Undefined if no key is repeated.
   */
  combine(result: unknown, schema: StructSchema): unknown {
    return this.#nodes.size === 0 ? undefined : readRepeatedKeys(this.treeOf(result), schema);
  }

  /** Returns the JSON of a result, with repeated keys. */
  show(result: unknown): string {
    return stringifyJson(this.#withTexts(result), { exact: true });
  }

  #collect(value: unknown, node: JsonNode): void {
    if (typeof node !== "object" || node === null) return;
    if (node.kind === "array" && Array.isArray(value)) {
      for (const [index, item] of node.items.entries()) this.#collect(value[index], item);
    }
    if (node.kind !== "object" || !isJsonObject(value)) return;
    const last = new Map(node.members.map((member) => [member.key, member.value]));
    if (last.size < node.members.length) this.#nodes.set(value, node);
    for (const [key, member] of last) this.#collect(value[key], member);
  }

  /**
   * Replaces each object that repeats a key by a symbol whose description is the object's JSON. The JSON writer inserts
   * it unchanged.
   */
  #withTexts(value: unknown): unknown {
    if (this.#nodes.size === 0 || typeof value !== "object" || value === null) return value;
    const node = this.#nodes.get(value);
    if (node !== undefined) return Symbol(toJson(node));
    if (Array.isArray(value)) return value.map((item) => this.#withTexts(item));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#withTexts(member)]));
  }
}

function toJson(node: JsonNode): string {
  if (typeof node !== "object" || node === null) return stringifyJson(node, { exact: true });
  if (node.kind === "array") return `[${node.items.map(toJson).join(",")}]`;
  return `{${node.members.map(({ key, value }) => `${JSON.stringify(key)}:${toJson(value)}`).join(",")}}`;
}
