/** The tree of a text as the rules of the grammar match it. Parts of it are missing if the text has faults. */
import type { RuleName } from "./grammar.ts";
import type { SourceToken } from "./token-stream.ts";

/** A part of a node under the name that the grammar gives it. A list of such parts needs less memory than an array. */
interface Child<Part> {
  readonly label: string;
  readonly part: Part;
  next: Child<Part> | undefined;
}

/** The part of a text that a rule matched. */
export class SyntaxNode {
  readonly rule: RuleName;
  /** The first token. */
  readonly start: SourceToken;
  /** The alternative of the rule; empty if it has no alternatives, or if none was found. */
  readonly form: string;
  #firstToken: Child<SourceToken> | undefined;
  #lastToken: Child<SourceToken> | undefined;
  #firstNode: Child<SyntaxNode> | undefined;
  #lastNode: Child<SyntaxNode> | undefined;

  constructor(rule: RuleName, start: SourceToken, form: string) {
    this.rule = rule;
    this.start = start;
    this.form = form;
  }

  addToken(label: string, part: SourceToken): void {
    const child = { label, part, next: undefined };
    if (this.#lastToken === undefined) this.#firstToken = child;
    else this.#lastToken.next = child;
    this.#lastToken = child;
  }

  addNode(label: string, part: SyntaxNode): void {
    const child = { label, part, next: undefined };
    if (this.#lastNode === undefined) this.#firstNode = child;
    else this.#lastNode.next = child;
    this.#lastNode = child;
  }

  token(label: string): SourceToken | undefined {
    return firstPart(this.#firstToken, label);
  }

  tokens(label: string): readonly SourceToken[] {
    return allParts(this.#firstToken, label);
  }

  node(label: string): SyntaxNode | undefined {
    return firstPart(this.#firstNode, label);
  }

  nodes(label: string): readonly SyntaxNode[] {
    return allParts(this.#firstNode, label);
  }
}

function firstPart<Part>(first: Child<Part> | undefined, label: string): Part | undefined {
  let child = first;
  while (child !== undefined && child.label !== label) child = child.next;
  return child?.part;
}

function allParts<Part>(first: Child<Part> | undefined, label: string): readonly Part[] {
  const parts: Part[] = [];
  for (let child = first; child !== undefined; child = child.next) if (child.label === label) parts.push(child.part);
  return parts;
}
