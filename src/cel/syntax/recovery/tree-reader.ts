/**
 * Reads the expression from the tree of a text with faults, to find the faults that are not errors of the syntax: reserved words,
 * literals without a value, malformed arguments of macros, expressions that are nested too deeply.
 */
import type { Expression, FieldInitializer, MapEntry } from "../ast.ts";
import type { SyntaxFeatures } from "../features.ts";
import { depthMax } from "../limits.ts";
import { literalFault, literalValue } from "../literals.ts";
import { MacroFault } from "../macros/macro.ts";
import { MacroNodes } from "../macros/macro-nodes.ts";
import { type MacroTable, macroTable } from "../macros/macro-table.ts";
import { NodeIds } from "../node-ids.ts";
import {
  newCall,
  newConstant,
  newIdentifier,
  newList,
  newLogicTree,
  newMap,
  newMemberCall,
  newObject,
  newSelect,
} from "../nodes.ts";
import { binaryOperators, operator } from "../operators.ts";
import { reservedWords } from "../reserved-words.ts";
import { token } from "../tokens.ts";
import { type IssueList, missingOffset } from "./issue-list.ts";
import { leftLabel, skippedLabel } from "./labels.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import type { SourceToken } from "./token-stream.ts";

/** The text of a tree and its language. */
interface ReadText {
  /** In UTF-16 units. */
  readonly length: number;
  readonly features: SyntaxFeatures;
}

/** Adds the faults of a tree to a list. Returns the expression, in which constants stand for the parts with faults. */
export function readTree(tree: SyntaxNode, text: ReadText, issues: IssueList): Expression {
  const reader = new TreeReader(text, issues);
  const root = reader.read(tree.node("expression"));
  if (reader.isTooLarge) issues.addLast("expression is too large");
  return root;
}

/** A call whose parts were read. */
interface Call {
  readonly id: number;
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

class TreeReader {
  readonly #issues: IssueList;
  readonly #ids: NodeIds;
  readonly #macros: MacroTable;
  readonly #hasOptionals: boolean;
  #depth = 0;

  constructor({ length, features }: ReadText, issues: IssueList) {
    this.#issues = issues;
    this.#ids = new NodeIds(length);
    this.#macros = macroTable(features);
    this.#hasOptionals = features.optionalSyntax;
  }

  get isTooLarge(): boolean {
    return this.#ids.isExhausted;
  }

  /** Returns the expression of a node; a constant if the node is missing. */
  read(node: SyntaxNode | undefined): Expression {
    if (node === undefined || this.#issues.isClosed) return this.#unknown(missingOffset);
    switch (node.rule) {
      case "disjunction":
        return this.#logicChain(node, operator.logicalOr);
      case "conjunction":
        return this.#logicChain(node, operator.logicalAnd);
      case "unary":
        return this.#unary(node);
      case "primary":
        return this.#primary(node);
      case "literal":
        return this.#literal(node);
      default:
        return this.#nested(node);
    }
  }

  /** Reads a node whose depth is limited. */
  #nested(node: SyntaxNode): Expression {
    if (++this.#depth > depthMax) this.#issues.addLast("max recursion depth exceeded");
    const expression = this.#operation(node);
    this.#depth--;
    return expression;
  }

  #operation(node: SyntaxNode): Expression {
    switch (node.form) {
      case "operation":
        return this.#binary(node);
      case "select":
        return this.#select(node);
      case "call":
        return this.#memberCall(node);
      case "index":
        return this.#index(node);
      default:
        return this.#conditional(node);
    }
  }

  #unknown(offset: number): Expression {
    return newConstant(this.#ids.take(offset), null);
  }

  #fail(offset: number, message: string): Expression {
    this.#issues.add(offset, message);
    return this.#unknown(offset);
  }

  #idOf(place: SourceToken | undefined): number {
    return this.#ids.take(place?.offset);
  }

  #readAll(nodes: readonly SyntaxNode[]): Expression[] {
    return nodes.map((node) => this.read(node));
  }

  #conditional(node: SyntaxNode): Expression {
    const condition = this.read(node.node(leftLabel));
    const id = this.#idOf(node.token("operator"));
    const whenTrue = this.read(node.node("whenTrue"));
    return newCall(id, operator.conditional, [condition, whenTrue, this.read(node.node("whenFalse"))]);
  }

  #logicChain(node: SyntaxNode, name: string): Expression {
    const others = node.nodes("terms");
    const terms = [this.read(node.node(leftLabel))];
    const ids: number[] = [];
    for (const [index, place] of node.tokens("operators").entries()) {
      terms.push(this.read(others[index]));
      ids.push(this.#idOf(place));
    }
    return newLogicTree(name, terms, ids);
  }

  #binary(node: SyntaxNode): Expression {
    const left = this.read(node.node(leftLabel));
    const place = node.token("operator");
    const id = this.#idOf(place);
    const name = binaryOperators.find(({ kind }) => kind === place?.kind)?.name ?? "";
    return newCall(id, name, [left, this.read(node.node("right"))]);
  }

  #unary(node: SyntaxNode): Expression {
    const operators = node.tokens("operators");
    if (operators.length === 0) return this.#unknown(node.start.offset);
    if (operators.length % 2 === 0) return this.read(node.node("operand"));
    const id = this.#idOf(operators[0]);
    const name = node.form === "not" ? operator.logicalNot : operator.negate;
    return newCall(id, name, [this.read(node.node("operand"))]);
  }

  #select(node: SyntaxNode): Expression {
    const operand = this.read(node.node(leftLabel));
    const place = node.token("operator");
    const name = node.token("name");
    if (place === undefined || name === undefined) return this.#unknown(node.start.offset);
    if (node.token("optional") === undefined) return newSelect(this.#idOf(place), operand, name.text);
    if (!this.#hasOptionals) return this.#fail(place.offset, "unsupported syntax '.?'");
    const field = newConstant(this.#idOf(name), name.text);
    return newCall(this.#idOf(place), operator.optionalSelect, [operand, field]);
  }

  #memberCall(node: SyntaxNode): Expression {
    const target = this.read(node.node(leftLabel));
    const name = node.token("name");
    if (name === undefined) return this.#unknown(node.start.offset);
    const id = this.#idOf(node.token("open"));
    return this.#callOrMacro({ id, name: name.text, target, args: this.#arguments(node) });
  }

  #arguments(node: SyntaxNode): Expression[] {
    return this.#readAll(node.node("arguments")?.nodes("items") ?? []);
  }

  #callOrMacro({ id, name, target, args }: Call): Expression {
    const macro = this.#macros.find(name, args.length, target);
    if (macro === undefined) return target ? newMemberCall(id, name, target, args) : newCall(id, name, args);
    const offset = this.#ids.offsets[id] ?? 0;
    const expanded = macro.expand(new MacroNodes(this.#ids, offset), { target, args });
    this.#ids.release(id);
    if (!(expanded instanceof MacroFault)) return expanded;
    return this.#fail(this.#ids.offsets[expanded.nodeId] ?? 0, expanded.message);
  }

  #index(node: SyntaxNode): Expression {
    const operand = this.read(node.node(leftLabel));
    const place = node.token("operator");
    const id = this.#idOf(place);
    const index = this.read(node.node("index"));
    const isOptional = node.token("optional") !== undefined;
    if (isOptional && !this.#hasOptionals) return this.#fail(place?.offset ?? 0, "unsupported syntax '[?'");
    return newCall(id, isOptional ? operator.optionalIndex : operator.index, [operand, index]);
  }

  #primary(node: SyntaxNode): Expression {
    switch (node.form) {
      case "named":
        return this.#named(node);
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "object":
        return this.#object(node);
      default:
        return this.#unknown(missingOffset);
    }
  }

  #named(node: SyntaxNode): Expression {
    const word = node.token("name");
    if (word === undefined) return this.#unknown(node.start.offset);
    if (reservedWords.has(word.text)) return this.#fail(node.start.offset, `reserved identifier: ${word.text}`);
    const name = withLeadingDot(node, word.text);
    const open = node.token("open");
    if (open === undefined) return newIdentifier(this.#idOf(word), name);
    const id = this.#idOf(open);
    return this.#callOrMacro({ id, name, target: undefined, args: this.#arguments(node) });
  }

  #list(node: SyntaxNode): Expression {
    const id = this.#idOf(node.token("open"));
    const optionalIndices: number[] = [];
    const elements = (node.node("elements")?.nodes("items") ?? []).map((element, index) => {
      const expression = this.read(expressionOf(element));
      if (this.#isOptional(element, element.start)) optionalIndices.push(index);
      return expression;
    });
    return newList(id, elements, optionalIndices);
  }

  /** Whether a part has a question mark. Reports the mark if it is not supported. */
  #isOptional(node: SyntaxNode, place: SourceToken): boolean {
    if (!hasOptionalMark(node)) return false;
    if (!this.#hasOptionals) this.#fail(place.offset, "unsupported syntax '?'");
    return this.#hasOptionals;
  }

  /** Whether a part has a question mark that is not supported, which was reported. */
  #isUnsupported(node: SyntaxNode): boolean {
    return hasOptionalMark(node) && !this.#isOptional(node, node.start);
  }

  #map(node: SyntaxNode): Expression {
    const id = this.#idOf(node.token("open"));
    const entries: MapEntry[] = [];
    const list = node.node("entries");
    const keys = list?.nodes("keys") ?? [];
    const values = list?.nodes("values") ?? [];
    for (const [index, colon] of (list?.tokens("colons") ?? []).entries()) {
      const entryId = this.#idOf(colon);
      const keyNode = keys[index];
      if (keyNode === undefined || this.#isUnsupported(keyNode)) continue;
      const key = this.read(expressionOf(keyNode));
      const value = this.read(values[index]);
      entries.push({ id: entryId, key, value, optional: hasOptionalMark(keyNode) });
    }
    return newMap(id, entries);
  }

  #object(node: SyntaxNode): Expression {
    const words = node.tokens("names").map(({ text }) => text);
    const id = this.#idOf(node.token("open"));
    return newObject(id, withLeadingDot(node, words.join(".")), this.#fields(node.node("fields")));
  }

  /** Reads the fields before the first one that is not complete. */
  #fields(list: SyntaxNode | undefined): FieldInitializer[] {
    const fields: FieldInitializer[] = [];
    const colons = list?.tokens("colons") ?? [];
    const values = list?.nodes("values") ?? [];
    for (const [index, nameNode] of (list?.nodes("names") ?? []).entries()) {
      const colon = colons[index];
      if (colon === undefined) break;
      const id = this.#idOf(colon);
      if (this.#isUnsupported(nameNode)) continue;
      const name =
        nameNode.token("name") ?? nameNode.tokens(skippedLabel).find(({ kind }) => kind === token.identifier);
      if (name === undefined) break;
      const value = this.read(values[index]);
      fields.push({ id, name: name.text, value, optional: hasOptionalMark(nameNode) });
    }
    return fields;
  }

  #literal(node: SyntaxNode): Expression {
    const found = node.token("value");
    if (found === undefined) return this.#unknown(missingOffset);
    const value = literalValue(found.kind, found.text, node.token("sign") !== undefined);
    const { offset } = node.start;
    if (value === undefined) return this.#fail(offset, literalFault(found.kind));
    return newConstant(this.#ids.take(offset), value);
  }
}

/** Whether an element of a list, the key of an entry or the name of a field has a question mark. */
function hasOptionalMark(node: SyntaxNode): boolean {
  return (node.rule === "element" || node.rule === "fieldName") && node.token("optional") !== undefined;
}

/** Returns the expression of an element or a key. It has no other node if there is no question mark. */
function expressionOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.rule === "element" ? node.node(leftLabel) : node;
}

function withLeadingDot(node: SyntaxNode, name: string): string {
  return node.token("leadingDot") === undefined ? name : `.${name}`;
}
