/**
 * A JSON document as a tree that keeps the order of its members and duplicate keys. Strict decoding uses it to report
 * unknown and duplicate fields in the order of the body.
 */
import { type NumberText, numberText } from "../../base/number-text.ts";
import type { DecodeLimits } from "../limits.ts";
import { type JsonScalar, type JsonVisitor, walkJson } from "./walk.ts";

/** One member of an object. */
export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** An object with its members in the order of the document. */
export interface JsonObjectNode {
  readonly kind: "object";
  readonly members: readonly JsonMember[];
}

/** The items of a JSON array, in order. */
export interface JsonArrayNode {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}

/** A value in a JSON document. A number whose spelling matters is a symbol (`base/number-text.ts`). */
export type JsonNode = JsonScalar | NumberText | JsonObjectNode | JsonArrayNode;

/** Returns the tree of a JSON text. @throws DecodeError as `walkJson` */
export function parseJsonNode(text: string, limits?: DecodeLimits): JsonNode {
  const builder = new TreeBuilder();
  walkJson(text, builder, limits);
  return builder.root;
}

/**
 * Returns the tree of a decoded value. Members are in the order of its keys.
 * @param known trees of objects and arrays inside the value, used instead of their contents
 */
export function jsonNodeOf(value: unknown, knownNodes: ReadonlyMap<object, JsonNode> = new Map()): JsonNode {
  if (typeof value !== "object" || value === null) return value as JsonScalar;
  const node = knownNodes.get(value);
  if (node !== undefined) return node;
  if (Array.isArray(value)) return { kind: "array", items: value.map((item) => jsonNodeOf(item, knownNodes)) };
  return {
    kind: "object",
    members: Object.entries(value).map(([key, member]) => ({ key, value: jsonNodeOf(member, knownNodes) })),
  };
}

/**
 * Returns the tree of a decoded value with its members sorted by key. The reference reads the fields of a YAML body in
 * this order, because it first turns the body into a map and then into JSON.
 */
export function sortedJsonNode(value: unknown): JsonNode {
  if (Array.isArray(value)) return { kind: "array", items: value.map(sortedJsonNode) };
  if (typeof value !== "object" || value === null) return value as JsonScalar;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { kind: "object", members: entries.map(([key, member]) => ({ key, value: sortedJsonNode(member) })) };
}

interface OpenObject {
  readonly members: JsonMember[];
  key: string;
}

class TreeBuilder implements JsonVisitor {
  root: JsonNode = null;
  readonly #openContainers: (OpenObject | JsonNode[])[] = [];

  scalar(value: JsonScalar): void {
    this.#addValue(value);
  }

  spelledNumber(text: string): void {
    this.#addValue(numberText(text));
  }

  beginObject(): void {
    const members: JsonMember[] = [];
    this.#addValue({ kind: "object", members });
    this.#openContainers.push({ members, key: "" });
  }

  key(name: string): void {
    (this.#openContainers.at(-1) as OpenObject).key = name;
  }

  beginArray(): void {
    const items: JsonNode[] = [];
    this.#addValue({ kind: "array", items });
    this.#openContainers.push(items);
  }

  endObject(): void {
    this.#openContainers.pop();
  }

  endArray(): void {
    this.#openContainers.pop();
  }

  #addValue(value: JsonNode): void {
    const parent = this.#openContainers.at(-1);
    if (parent === undefined) this.root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else parent.members.push({ key: parent.key, value });
  }
}
