/** The tree of a text as the rules of the grammar match it. Parts of it are missing if the text has faults. */
import type { RuleName } from "./grammar.ts";
import type { SourceToken } from "./token-stream.ts";

/** A part of a node under the name that the grammar gives it. */
interface Child<Part> {
  readonly label: string;
  readonly part: Part;
}

/** The part of a text that a rule matched. */
export class SyntaxNode {
  readonly rule: RuleName;
  /** The first token. */
  readonly start: SourceToken;
  /** The alternative of the rule; empty if it has no alternatives, or if none was found. */
  form = "";
  #tokens: Child<SourceToken>[] | undefined;
  #nodes: Child<SyntaxNode>[] | undefined;

  constructor(rule: RuleName, start: SourceToken) {
    this.rule = rule;
    this.start = start;
  }

  addToken(label: string, part: SourceToken): void {
    this.#tokens ??= [];
    this.#tokens.push({ label, part });
  }

  addNode(label: string, part: SyntaxNode): void {
    this.#nodes ??= [];
    this.#nodes.push({ label, part });
  }

  token(label: string): SourceToken | undefined {
    return this.#tokens?.find((child) => child.label === label)?.part;
  }

  tokens(label: string): readonly SourceToken[] {
    return partsOf(this.#tokens, label);
  }

  node(label: string): SyntaxNode | undefined {
    return this.#nodes?.find((child) => child.label === label)?.part;
  }

  nodes(label: string): readonly SyntaxNode[] {
    return partsOf(this.#nodes, label);
  }
}

function partsOf<Part>(children: readonly Child<Part>[] | undefined, label: string): readonly Part[] {
  return (children ?? []).filter((child) => child.label === label).map(({ part }) => part);
}

/** The name of tokens that were skipped to continue after a fault. */
export const skippedLabel = "skipped";

/** Returns the part of a node that adds nothing to it, such as the expression in parentheses. Returns other nodes unchanged. */
export function withoutWrapper(node: SyntaxNode): SyntaxNode {
  const label = wrappedLabel(node);
  return (label === undefined ? undefined : node.node(label)) ?? node;
}

function wrappedLabel(node: SyntaxNode): string | undefined {
  switch (node.rule) {
    case "expression":
      return node.token("operator") ? undefined : "condition";
    case "disjunction":
    case "conjunction":
      return node.token("operators") ? undefined : "terms";
    case "relation":
    case "calculation":
    case "member":
      return node.form === "" ? "operand" : undefined;
    case "unary":
      return node.form === "plain" ? "operand" : undefined;
    case "primary":
      return node.form === "parenthesized" ? "expression" : literalLabel(node);
    default:
      return undefined;
  }
}

function literalLabel({ form }: SyntaxNode): string | undefined {
  return form === "literal" ? "literal" : undefined;
}
