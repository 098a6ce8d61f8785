/**
 * Objects of a JSON patch in which a key is repeated. The reference keeps the text of a value until an operation looks
 * into it, so the result repeats the keys as well. An operation copies an object to look into it, so an object that is
 * still in the result is one that the reference has as text.
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

export class RepeatedMembers {
  readonly #nodes = new Map<object, JsonNode>();

  /**
   * @param body of `bytes`
   * @param body.keyCount looks for repeated keys only if the value has fewer. Undefined looks in any case.
   */
  constructor(bytes: Buffer, { value, keyCount }: Pick<ParsedJson, "value"> & Partial<ParsedJson>) {
    if (keyCount !== countKeys(value)) this.#collect(value, parseJsonNode(bytes.toString("utf8")));
  }

  /** Returns the tree of a result of the patch. */
  node(result: unknown): JsonNode {
    return jsonNodeOf(result, this.#nodes);
  }

  /** Returns the result with each repeated key read over the one before. Undefined if no key is repeated. */
  combined(result: unknown, schema: StructSchema): unknown {
    return this.#nodes.size === 0 ? undefined : readRepeatedKeys(this.node(result), schema);
  }

  /** Returns the text of a result, repeated keys included. */
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

  /** Replaces each object that repeats a key by a symbol of its text, which is written as it is. */
  #withTexts(value: unknown): unknown {
    if (this.#nodes.size === 0 || typeof value !== "object" || value === null) return value;
    const node = this.#nodes.get(value);
    if (node !== undefined) return Symbol(textOf(node));
    if (Array.isArray(value)) return value.map((item) => this.#withTexts(item));
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.#withTexts(member)]));
  }
}

function textOf(node: JsonNode): string {
  if (typeof node !== "object" || node === null) return stringifyJson(node, { exact: true });
  if (node.kind === "array") return `[${node.items.map(textOf).join(",")}]`;
  return `{${node.members.map(({ key, value }) => `${JSON.stringify(key)}:${textOf(value)}`).join(",")}}`;
}
