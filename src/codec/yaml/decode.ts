/**
 * Decodes nodes to plain JSON values. It resolves aliases, applies merge keys (`<<`), turns keys into strings and
 * reports duplicates. As in the reference, a merge takes effect in the order of the members: it replaces earlier
 * members, and later members replace its members.
 */
import { setOwn } from "../../base/own-property.ts";
import type { DecodeLimits } from "../limits.ts";
import { AliasBudget } from "./alias-budget.ts";
import { yamlError, yamlLimitError, yamlValueError } from "./errors.ts";
import { goSyntax } from "./go-syntax.ts";
import {
  type AliasNode,
  type CollectionNode,
  positionOf,
  type ScalarNode,
  type TextPosition,
  type YamlNode,
} from "./node.ts";
import { formatFloat32 } from "./number.ts";
import { type ResolvedScalar, resolveScalar } from "./resolve.ts";

/** The result of `decodeYaml`. */
export interface DecodedYaml {
  readonly value: unknown;
  readonly hasBigint: boolean;
  /** Repetitions of a key in its mapping, such as `line 3: key "a" already set in map`. At most 100 are kept. */
  readonly duplicates: readonly string[];
  /** The positions of the repeated keys, in the order of `duplicates`. */
  readonly duplicatePositions: readonly TextPosition[];
}

/**
 * Returns the plain value of a document; null if there is none.
 * @param limits limits on the value, including the contents of aliases
 * @throws DecodeError
 */
export function decodeYaml(root: YamlNode | undefined, limits: DecodeLimits): DecodedYaml {
  const decoder = new Decoder(limits);
  const value = root === undefined ? null : decoder.decode(root);
  const { hasBigint, duplicates, duplicatePositions } = decoder;
  return { value, hasBigint, duplicates, duplicatePositions };
}

type Members = Record<string, unknown>;

const duplicatesKept = 100;
const int64Max = 2n ** 63n - 1n;

class Decoder {
  hasBigint = false;
  readonly duplicates: string[] = [];
  readonly duplicatePositions: TextPosition[] = [];
  readonly #limits: DecodeLimits;
  readonly #aliasBudget = new AliasBudget();
  /** Aliases whose targets are being decoded. */
  readonly #followedAliases = new Set<AliasNode>();
  #depth = 0;
  #keyCount = 0;

  constructor(limits: DecodeLimits) {
    this.#limits = limits;
  }

  decode(node: YamlNode): unknown {
    this.#aliasBudget.countNode(this.#followedAliases.size > 0);
    if (node.kind === "scalar") return this.#scalar(node);
    if (node.kind === "alias") {
      this.#follow(node);
      const value = this.decode(node.target);
      this.#followedAliases.delete(node);
      return value;
    }
    if (node.kind === "sequence") return this.#sequence(node);
    const members: Members = {};
    this.#mapping(node, members);
    return members;
  }

  #scalar(node: ScalarNode): unknown {
    const { value } = resolveScalar(node);
    if (typeof value === "bigint") this.hasBigint = true;
    if (typeof value !== "number" || Number.isFinite(value)) return value;
    throw yamlValueError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }

  #sequence(node: CollectionNode): unknown[] {
    this.#enter();
    const items: unknown[] = [];
    for (const child of node.children) items.push(this.decode(child));
    this.#depth--;
    return items;
  }

  #mapping(node: CollectionNode, members: Members): void {
    this.#enter();
    const { children } = node;
    for (let index = 0; index + 1 < children.length; index += 2) {
      const key = children[index] as YamlNode;
      const value = children[index + 1] as YamlNode;
      if (isMergeKey(key)) this.#merge(value, members);
      else this.#member(key, value, members);
    }
    this.#depth--;
  }

  #member(keyNode: YamlNode, valueNode: YamlNode, members: Members): void {
    const { keysMax } = this.#limits;
    if (++this.#keyCount > keysMax) throw yamlLimitError(`exceeded max number of keys of ${keysMax}`);
    const key = this.#key(keyNode);
    const value = this.decode(valueNode);
    const name = key.type === "str" ? (key.value as string) : nameOf(key, value);
    if (Object.hasOwn(members, name)) this.#reportDuplicate(key, keyNode, valueNode);
    setOwn(members, name, value);
  }

  #reportDuplicate(key: ResolvedScalar, keyNode: YamlNode, valueNode: YamlNode): void {
    if (this.duplicates.length === duplicatesKept) return;
    this.duplicatePositions.push(positionOf(keyNode));
    this.duplicates.push(`line ${valueNode.line + 1}: key ${goSyntax(key.value)} already set in map`);
  }

  #key(node: YamlNode): ResolvedScalar {
    const target = node.kind === "alias" ? node.target : node;
    if (target.kind !== "scalar") throw yamlError(`invalid map key: ${goSyntax(this.decode(node))}`);
    this.#aliasBudget.countNode(this.#followedAliases.size > 0);
    if (node.kind === "alias") this.#aliasBudget.countNode(true);
    return resolveScalar(target);
  }

  /**
   * Adds the members of one mapping, or of a sequence of mappings. If several have the same member, the first one wins.
   */
  #merge(node: YamlNode, members: Members): void {
    if (node.kind !== "sequence") {
      this.#mergeMapping(node, members);
      return;
    }
    for (const child of node.children.toReversed()) this.#mergeMapping(child, members);
  }

  #mergeMapping(node: YamlNode, members: Members): void {
    const target = node.kind === "alias" ? node.target : node;
    if (target.kind !== "mapping") throw yamlError("map merge requires map or sequence of maps as the value");
    this.#aliasBudget.countNode(this.#followedAliases.size > 0);
    if (node.kind !== "alias") {
      this.#mapping(target, members);
      return;
    }
    this.#follow(node);
    this.#aliasBudget.countNode(true);
    this.#mapping(target, members);
    this.#followedAliases.delete(node);
  }

  #follow(alias: AliasNode): void {
    if (this.#followedAliases.has(alias)) throw yamlError(`anchor '${alias.name}' value contains itself`);
    this.#followedAliases.add(alias);
  }

  #enter(): void {
    const { depthMax } = this.#limits;
    if (++this.#depth > depthMax) throw yamlLimitError(`exceeded max depth of ${depthMax}`);
  }
}

function isMergeKey(node: YamlNode): boolean {
  if (node.kind !== "scalar" || node.value !== "<<") return false;
  return node.isImplicit || node.tag === "tag:yaml.org,2002:merge";
}

/** Returns the member name for a key that is not a string. */
function nameOf({ type, value: key }: ResolvedScalar, value: unknown): string {
  if (key === null) {
    throw yamlValueError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${goSyntax(value)}`);
  }
  if (typeof key === "bigint" && key > int64Max) {
    const shown = `0x${key.toString(16)}`;
    throw yamlValueError(`unsupported map key of type: uint64, key: ${shown}, value: ${goSyntax(value)}`);
  }
  return type === "float" ? formatFloat32(Number(key)) : String(key);
}
