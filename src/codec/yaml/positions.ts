/** Positions of the parts of a YAML text, for messages about them. */
import { DecodeError } from "../decode-error.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { type CollectionNode, positionOf, type TextPosition, type YamlNode } from "./node.ts";
import { composerOf } from "./parse.ts";

/** Finds the parts of the first document of a YAML text. */
export class YamlPositions {
  readonly #root: YamlNode | undefined;

  /** @param text YAML, or JSON. In text that is not valid YAML, nothing is found */
  constructor(text: string, limits: DecodeLimits = defaultDecodeLimits) {
    this.#root = rootOf(text, limits);
  }

  /**
   * Returns the position of a value's key, or of the innermost value around it that exists. Undefined if not even the first
   * step of the path exists.
   * @param path as in errors of the API: `spec.containers[0].image`, `metadata.labels[example.com/team]`
   */
  find(path: string): TextPosition | undefined {
    let position: TextPosition | undefined;
    let node = this.#root;
    let rest = path;
    while (node !== undefined && rest !== "") {
      const step: PathStep | undefined = stepInto(targetOf(node), rest);
      if (step === undefined) break;
      position = positionOf(step.mark);
      node = step.value;
      rest = step.rest;
    }
    return position;
  }
}

function rootOf(text: string, limits: DecodeLimits): YamlNode | undefined {
  try {
    const composer = composerOf(Buffer.from(text), limits, {});
    while (composer.step());
    return composer.root;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}

interface PathStep {
  /** The node at whose beginning the part begins. */
  readonly mark: YamlNode;
  readonly value: YamlNode | undefined;
  /** The rest of the path. */
  readonly rest: string;
}

function targetOf(node: YamlNode): YamlNode {
  return node.kind === "alias" ? targetOf(node.target) : node;
}

function stepInto(node: YamlNode, path: string): PathStep | undefined {
  if (node.kind === "mapping") return memberStep(node, path);
  return node.kind === "sequence" ? itemStep(node, path) : undefined;
}

/** The longest key that matches counts, because keys can contain dots. The last one of equal keys counts. */
function memberStep({ children }: CollectionNode, path: string): PathStep | undefined {
  const name = path.startsWith(".") ? path.slice(1) : path;
  let found: PathStep | undefined;
  let length = 0;
  for (let index = 0; index + 1 < children.length; index += 2) {
    const key = children[index];
    if (key?.kind !== "scalar" || key.value.length < length) continue;
    const rest = restAfter(name, key.value);
    if (rest === undefined) continue;
    found = { mark: key, value: children[index + 1], rest };
    length = key.value.length;
  }
  return found;
}

/** Returns the path after a key; undefined if the path does not begin with this key. */
function restAfter(path: string, key: string): string | undefined {
  const inBrackets = `[${key}]`;
  if (path.startsWith(inBrackets)) return path.slice(inBrackets.length);
  if (!path.startsWith(key)) return undefined;
  const rest = path.slice(key.length);
  return rest === "" || rest.startsWith(".") || rest.startsWith("[") ? rest : undefined;
}

function itemStep({ children }: CollectionNode, path: string): PathStep | undefined {
  const index = /^\[(\d+)\]/.exec(path);
  const item = index === null ? undefined : children[Number(index[1])];
  return index === null || item === undefined
    ? undefined
    : { mark: item, value: item, rest: path.slice(index[0].length) };
}
