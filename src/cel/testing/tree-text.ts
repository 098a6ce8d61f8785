/** Syntax trees as texts, in the form of the trees that the conformance cases of the language have. */
import { goQuote } from "../../meta/go-quote.ts";
import type { CheckedExpression } from "../check/index.ts";
import type { ConstantValue, Expression } from "../syntax/index.ts";
import { formatType } from "../types/index.ts";
import { formatDouble, Uint } from "../values/index.ts";

/** The text of one form of trees. */
interface TreeForm {
  /** Returns the text after a node. @param node undefined for the entry of a map or object */
  readonly annotate: (node: Expression | undefined) => string;
  /** Returns the full name of a variable or function that a node refers to, which replaces the text of the node. */
  readonly nameOf: (node: Expression) => string | undefined;
}

/** Returns a parsed tree, with the kind of each node: `a^#*expr.Expr_IdentExpr#`. */
export function parsedTreeText(root: Expression): string {
  const annotate: TreeForm["annotate"] = (node) => `^#*expr.${node ? kindName(node) : "Expr_CreateStruct_Entry"}#`;
  return textOf(root, { annotate, nameOf: () => undefined }, "\n");
}

/** Returns a checked tree, with types and references: `a~int^a`. */
export function checkedTreeText({ parsed, types, references }: CheckedExpression): string {
  const annotate: TreeForm["annotate"] = (node) => {
    if (!node) return "";
    const [type, reference] = [types[node.id], references[node.id]];
    const name = reference?.kind === "function" ? reference.overloadIds.toSorted().join("|") : reference?.name;
    return `${type ? `~${formatType(type)}` : ""}${name === undefined ? "" : `^${name}`}`;
  };
  const nameOf: TreeForm["nameOf"] = ({ id, kind }) => {
    const reference = references[id];
    if (reference?.kind === "function") return reference.isQualified ? reference.name : undefined;
    return kind === "object" ? undefined : reference?.name;
  };
  return textOf(parsed.root, { annotate, nameOf }, "\n");
}

function kindName(node: Expression): string {
  switch (node.kind) {
    case "constant":
      return `Constant_${constantName(node.value)}Value`;
    case "identifier":
      return "Expr_IdentExpr";
    case "map":
    case "object":
      return "Expr_StructExpr";
    default:
      return `Expr_${node.kind[0]?.toUpperCase()}${node.kind.slice(1)}Expr`;
  }
}

function constantName(value: ConstantValue): string {
  if (value === null) return "Null";
  if (value instanceof Uint) return "Uint64";
  if (value instanceof Uint8Array) return "Bytes";
  return { bigint: "Int64", number: "Double", string: "String", boolean: "Bool" }[typeof value as string] ?? "";
}

function constantText(value: ConstantValue): string {
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Uint8Array) return quotedBytes(value);
  if (typeof value === "string") return goQuote(value);
  return typeof value === "number" ? formatDouble(value) : String(value);
}

/** Bytes that are not UTF-8 are written as numbers. */
function quotedBytes(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const character = String.fromCodePoint(Buffer.from(bytes.subarray(at)).toString().codePointAt(0) ?? 0);
    const isText = character !== "\ufffd";
    text += isText ? goQuote(character).slice(1, -1) : `\\x${bytes[at]?.toString(16)}`;
    at += isText ? Buffer.byteLength(character) : 1;
  }
  return `b"${text}"`;
}

/** @param newLine the line break with the indentation of the node */
function textOf(node: Expression, form: TreeForm, newLine: string): string {
  return nodeText(node, form, newLine) + form.annotate(node);
}

function nodeText(node: Expression, form: TreeForm, newLine: string): string {
  const inner = `${newLine}  `;
  const show = (part: Expression): string => textOf(part, form, inner);
  const block = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0 ? open + close : open + inner + parts.join(`,${inner}`) + newLine + close;
  const entry = (key: string, value: Expression, isOptional: boolean): string =>
    `${isOptional ? "?" : ""}${key}:${show(value)}${form.annotate(undefined)}`;
  const name = form.nameOf(node);
  switch (node.kind) {
    case "constant":
      return constantText(node.value);
    case "identifier":
      return name ?? node.name;
    case "select":
      return name ?? `${textOf(node.operand, form, newLine)}.${node.field}${node.testOnly ? "~test-only~" : ""}`;
    case "call": {
      const target = node.target && name === undefined ? `${textOf(node.target, form, newLine)}.` : "";
      return block(`${target}${name ?? node.name}(`, node.args.map(show), ")");
    }
    case "list":
      return block("[", node.elements.map(show), "]");
    case "map": {
      const entries = node.entries.map(({ key, value, optional }) => entry(show(key), value, optional));
      return block("{", entries, "}");
    }
    case "object": {
      const fields = node.fields.map((field) => entry(field.name, field.value, field.optional));
      return block(`${node.typeName}{`, fields, "}");
    }
    case "comprehension": {
      const parts: readonly (readonly [title: string, text: string])[] = [
        ["Variable", node.variable],
        ["Target", show(node.range)],
        ["Accumulator", node.accumulator],
        ["Init", show(node.initial)],
        ["LoopCondition", show(node.condition)],
        ["LoopStep", show(node.step)],
        ["Result", show(node.result)],
      ];
      return `__comprehension__(${inner}${parts.map(([title, text]) => `// ${title}${inner}${text}`).join(`,${inner}`)})`;
    }
  }
}
