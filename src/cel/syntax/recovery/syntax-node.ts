/** The tree of a text as the rules of the grammar match it. Parts of it are missing if the text has faults. */
import type { RuleName } from "./grammar.ts";
import { leftLabel } from "./labels.ts";
import type { SourceToken } from "./token-stream.ts";

/** A part of a node under the name that the grammar gives it. A list of such parts needs less memory than an array. */
interface Child<Part> {
  readonly label: string;
  readonly part: Part;
  readonly previous: Child<Part> | undefined;
}

/** The part of a text that a rule matched. */
export class SyntaxNode {
  readonly rule: RuleName;
  /** The first token. */
  readonly start: SourceToken;
  /** How many left parts are nested in the node. */
  readonly leftDepth: number;
  /** The alternative of the rule; empty if it has no alternatives, or if none was found. */
  readonly form: string;
  #lastToken: Child<SourceToken> | undefined;
  #lastNode: Child<SyntaxNode> | undefined;

  /** @param left what the rule matched before the node began */
  constructor(rule: RuleName, start: SourceToken, form: string, left?: SyntaxNode) {
    this.rule = rule;
    this.start = start;
    this.form = form;
    this.leftDepth = left === undefined ? 0 : left.leftDepth + 1;
    if (left !== undefined) this.addNode(leftLabel, left);
  }

  addToken(label: string, part: SourceToken): void {
    this.#lastToken = { label, part, previous: this.#lastToken };
  }

  addNode(label: string, part: SyntaxNode): void {
    this.#lastNode = { label, part, previous: this.#lastNode };
  }

  token(label: string): SourceToken | undefined {
    return firstPart(this.#lastToken, label);
  }

  tokens(label: string): readonly SourceToken[] {
    return allParts(this.#lastToken, label);
  }

  node(label: string): SyntaxNode | undefined {
    return firstPart(this.#lastNode, label);
  }

  nodes(label: string): readonly SyntaxNode[] {
    return allParts(this.#lastNode, label);
  }
}

function firstPart<Part>(last: Child<Part> | undefined, label: string): Part | undefined {
  let first: Part | undefined;
  for (let child = last; child !== undefined; child = child.previous) if (child.label === label) first = child.part;
  return first;
}

function allParts<Part>(last: Child<Part> | undefined, label: string): readonly Part[] {
  const parts: Part[] = [];
  for (let child = last; child !== undefined; child = child.previous) if (child.label === label) parts.push(child.part);
  return parts.toReversed();
}
