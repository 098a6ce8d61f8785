/** The rules of the grammar that are not complete. */
import { depthMax } from "../limits.ts";
import type { CallStack } from "./call-stack.ts";
import type { RuleName } from "./grammar.ts";
import { leftLabel, skippedLabel, unusedLabel } from "./labels.ts";
import type { CallState } from "./states.ts";
import { SyntaxNode } from "./syntax-node.ts";
import type { SourceToken } from "./token-stream.ts";

/**
 * A rule that is not complete, with the parts that it has matched. Most rules only pass on their operand, such as the expression in parentheses. So a node is created
 * only for a rule that matches more than that.
 */
export class OpenRule {
  readonly name: RuleName;
  readonly stack: CallStack;
  /** The rule that called this one; undefined for the rule with which a text begins. */
  readonly caller: OpenRule | undefined;
  readonly #start: SourceToken;
  #operand: SyntaxNode | undefined;
  #node: SyntaxNode | undefined;
  #skipped: SourceToken[] | undefined;

  constructor(name: RuleName, stack: CallStack, start: SourceToken, caller: OpenRule | undefined) {
    this.name = name;
    this.stack = stack;
    this.caller = caller;
    this.#start = start;
  }

  /**
   * Begins a node whose left part is what was matched before it. A left part that is nested too deeply is replaced by its own left
   * part, because readers reject both alike.
   */
  beginNode(form: string): SyntaxNode {
    const matched = this.#node ?? this.#operand;
    const left = matched !== undefined && matched.leftDepth > depthMax ? matched.node(leftLabel) : matched;
    this.#node = new SyntaxNode(this.name, this.#start, form, left);
    return this.#node;
  }

  addToken(label: string, token: SourceToken): void {
    if (label !== unusedLabel) (this.#node ?? this.beginNode("")).addToken(label, token);
  }

  /** Adds the result of a rule that this one called. */
  addResult({ isOperand, label }: CallState, result: SyntaxNode): void {
    if (isOperand && this.#node === undefined) this.#operand = result;
    else (this.#node ?? this.beginNode("")).addNode(label, result);
  }

  addSkippedToken(token: SourceToken): void {
    this.#skipped ??= [];
    this.#skipped.push(token);
  }

  /** Returns the node of the complete rule. */
  finish(): SyntaxNode {
    if (this.#node === undefined && this.#operand !== undefined) return this.#operand;
    const node = this.#node ?? this.beginNode("");
    if (this.#skipped !== undefined) for (const token of this.#skipped) node.addToken(skippedLabel, token);
    return node;
  }
}
