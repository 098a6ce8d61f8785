/** The tree of a text as the rules of the grammar match it. Parts of it are missing if the text has faults. */
import type { RuleName } from "./grammar.ts";
import type { Token } from "./token-stream.ts";

/** What a rule matched. */
export class SyntaxNode {
  readonly rule: RuleName;
  /** The first token. */
  readonly start: Token;
  /** The alternative of the rule; empty if it has no alternatives, or if none was found. */
  form = "";
  /** Tokens that were skipped to continue after a fault. */
  readonly skipped: Token[] = [];
  readonly #tokens = new Map<string, Token[]>();
  readonly #nodes = new Map<string, SyntaxNode[]>();

  constructor(rule: RuleName, start: Token) {
    this.rule = rule;
    this.start = start;
  }

  addToken(label: string, token: Token): void {
    append(this.#tokens, label, token);
  }

  addNode(label: string, node: SyntaxNode): void {
    append(this.#nodes, label, node);
  }

  token(label: string): Token | undefined {
    return this.#tokens.get(label)?.[0];
  }

  tokens(label: string): readonly Token[] {
    return this.#tokens.get(label) ?? [];
  }

  node(label: string): SyntaxNode | undefined {
    return this.#nodes.get(label)?.[0];
  }

  nodes(label: string): readonly SyntaxNode[] {
    return this.#nodes.get(label) ?? [];
  }
}

function append<Item>(lists: Map<string, Item[]>, label: string, item: Item): void {
  const list = lists.get(label);
  if (list === undefined) lists.set(label, [item]);
  else list.push(item);
}
