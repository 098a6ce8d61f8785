/** The tree of a text as the rules of the grammar match it. Parts of it are missing if the text has faults. */
import type { RuleName } from "./grammar.ts";
import type { Token } from "./token-stream.ts";

/** A part of a node under the name that the grammar gives it. */
interface Child<Part> {
  readonly label: string;
  readonly part: Part;
}

/** What a rule matched. */
export class SyntaxNode {
  readonly rule: RuleName;
  /** The first token. */
  readonly start: Token;
  /** The alternative of the rule; empty if it has no alternatives, or if none was found. */
  form = "";
  readonly #tokens: Child<Token>[] = [];
  readonly #nodes: Child<SyntaxNode>[] = [];

  constructor(rule: RuleName, start: Token) {
    this.rule = rule;
    this.start = start;
  }

  addToken(label: string, part: Token): void {
    this.#tokens.push({ label, part });
  }

  addNode(label: string, part: SyntaxNode): void {
    this.#nodes.push({ label, part });
  }

  token(label: string): Token | undefined {
    return this.#tokens.find((child) => child.label === label)?.part;
  }

  tokens(label: string): readonly Token[] {
    return this.#tokens.filter((child) => child.label === label).map(({ part }) => part);
  }

  node(label: string): SyntaxNode | undefined {
    return this.#nodes.find((child) => child.label === label)?.part;
  }

  nodes(label: string): readonly SyntaxNode[] {
    return this.#nodes.filter((child) => child.label === label).map(({ part }) => part);
  }
}

/** The name of tokens that were skipped to continue after a fault. */
export const skippedLabel = "skipped";
