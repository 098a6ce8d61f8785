/** Formats an object as YAML lines, each with the owners of the field that begins in it. */
import { stringifyYaml } from "../../codec/index.ts";
import { nodeOfItem, nodeOfMember, type OwnedNode, type Owner } from "./field-owners.ts";

/** A line of YAML. */
export interface AnnotatedLine {
  readonly text: string;
  /** Owners of the field that begins in this line. */
  readonly owners: readonly Owner[];
}

/** Returns the lines of an object. */
export function annotatedLines(object: object, owned: OwnedNode): readonly AnnotatedLine[] {
  return linesOf(object, owned);
}

/** Returns the lines of a collection that is not empty. */
function linesOf(value: object, node: OwnedNode | undefined): readonly AnnotatedLine[] {
  return Array.isArray(value)
    ? value.flatMap((item, index) => itemLines(item, nodeOfItem(node, item, index)))
    : Object.entries(value).flatMap(([name, member]) => memberLines(name, member, nodeOfMember(node, name)));
}

function memberLines(name: string, value: unknown, node: OwnedNode | undefined): readonly AnnotatedLine[] {
  const owners = node?.owners ?? [];
  if (!isFilled(value)) return plainLines({ [name]: value }, owners);
  const [head = ""] = textLines({ [name]: {} });
  const below = linesOf(value, node);
  const lines = Array.isArray(value) ? below : indented(below);
  return [{ text: head.replace(/ \{\}$/, ""), owners }, ...lines];
}

/** The first line of a list item also contains its first field. */
function itemLines(value: unknown, node: OwnedNode | undefined): readonly AnnotatedLine[] {
  const owners = node?.owners ?? [];
  if (!isFilled(value)) return plainLines([value], owners);
  const [first, ...rest] = linesOf(value, node);
  if (!first) return [];
  return [{ text: `- ${first.text}`, owners: [...new Set([...owners, ...first.owners])] }, ...indented(rest)];
}

function plainLines(value: object, owners: readonly Owner[]): readonly AnnotatedLine[] {
  return textLines(value).map((text, index) => ({ text, owners: index === 0 ? owners : [] }));
}

function textLines(value: object): readonly string[] {
  return stringifyYaml(value).trimEnd().split("\n");
}

function indented(lines: readonly AnnotatedLine[]): readonly AnnotatedLine[] {
  return lines.map(({ text, owners }) => ({ text: text === "" ? text : `  ${text}`, owners }));
}

function isFilled(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
