/** Parses texts with syntax errors. It reports an error, continues after it, and so finds the others. */
import { depthMax } from "../limits.ts";
import { CallStack } from "./call-stack.ts";
import { FaultRecovery, type ParserPlace } from "./fault-recovery.ts";
import type { RuleName } from "./grammar.ts";
import type { IssueList } from "./issue-list.ts";
import { chooseAlternative, NoAlternative } from "./lookahead.ts";
import {
  type CallState,
  type DecisionState,
  type State,
  type SuffixState,
  startState,
  type TokenState,
} from "./states.ts";
import { SyntaxNode, withoutWrapper } from "./syntax-node.ts";
import { TokenStream } from "./token-stream.ts";

/** Adds the syntax errors of a text to a list. Returns the tree of the parts that could be read. */
export function parseWithRecovery(text: string, issues: IssueList): SyntaxNode {
  return new RecoveringParser(text, issues).parse();
}

/** A rule that is not complete. */
interface OpenRule {
  readonly stack: CallStack;
  /** The name under which the node of the calling rule keeps the rule's node. */
  readonly label: string;
  /** The node of what was matched so far. Suffixes replace it. */
  node: SyntaxNode;
}

/** Follows the states of the grammar with an explicit stack, so that no text can exhaust that of the process. */
class RecoveringParser {
  readonly #issues: IssueList;
  readonly #tokens: TokenStream;
  readonly #recovery: FaultRecovery;
  readonly #depths = new Map<RuleName, number>();
  readonly #openRules: OpenRule[] = [];
  #rule: OpenRule;
  #state: State = startState("start");

  constructor(text: string, issues: IssueList) {
    this.#issues = issues;
    this.#tokens = new TokenStream(text, issues);
    this.#recovery = new FaultRecovery(this.#tokens, issues);
    this.#rule = this.#open("start", new CallStack(), "");
  }

  parse(): SyntaxNode {
    const root = this.#rule.node;
    while (this.#openRules.length > 0 && !this.#issues.isClosed) this.#step(this.#state);
    return root;
  }

  #step(state: State): void {
    switch (state.kind) {
      case "token":
        return this.#matchToken(state);
      case "call":
        return this.#call(state);
      case "decision":
        return this.#decide(state);
      case "suffix":
        return this.#beginSuffix(state);
      case "form":
        this.#rule.node.form = state.form;
        break;
      case "operand":
        this.#leaveDepth(this.#rule.node.rule);
        break;
      case "end":
        return this.#close();
    }
    this.#state = state.next;
  }

  #place<Kind extends State>(state: Kind): ParserPlace & { readonly state: Kind } {
    return { state, stack: this.#rule.stack, node: this.#rule.node };
  }

  #matchToken(state: TokenState): void {
    const isMatch = state.tokens.has(this.#tokens.current.kind);
    const found = isMatch ? this.#recovery.acceptToken() : this.#recovery.replaceToken(this.#place(state));
    if (found === undefined) {
      this.#abandon(state);
      return;
    }
    this.#rule.node.addToken(state.label, found);
    this.#state = state.next;
  }

  #decide(state: DecisionState): void {
    if (!this.#recovery.prepareDecision(this.#place(state))) {
      this.#abandon(state);
      return;
    }
    const choice = chooseAlternative(state, this.#rule.stack, this.#tokens);
    if (choice instanceof NoAlternative) {
      this.#recovery.reportNoAlternative(choice);
      this.#abandon(state);
    } else {
      this.#state = choice;
    }
  }

  #call(state: CallState): void {
    this.#rule = this.#open(state.rule, this.#rule.stack.push(state), state.label);
    this.#state = startState(state.rule);
  }

  /** The node of the operand becomes a part of the suffix's node. */
  #beginSuffix(state: SuffixState): void {
    const operand = this.#rule.node;
    const node = new SyntaxNode(operand.rule, operand.start);
    node.form = state.form;
    node.addNode("left", withoutWrapper(operand));
    this.#rule.node = node;
    this.#enterDepth(node.rule);
    this.#state = state.next;
  }

  #open(rule: RuleName, stack: CallStack, label: string): OpenRule {
    const opened = { stack, label, node: new SyntaxNode(rule, this.#tokens.current) };
    this.#openRules.push(opened);
    this.#enterDepth(rule);
    return opened;
  }

  #abandon(state: State): void {
    this.#recovery.leaveRule(this.#place(state));
    this.#close();
  }

  /** Returns to the calling rule. */
  #close(): void {
    const { node, label, stack } = this.#rule;
    this.#leaveDepth(node.rule);
    this.#openRules.pop();
    const caller = this.#openRules.at(-1);
    if (caller === undefined || stack.returnState === undefined) return;
    caller.node.addNode(label, withoutWrapper(node));
    this.#rule = caller;
    this.#state = stack.returnState;
  }

  #enterDepth(rule: RuleName): void {
    const depth = (this.#depths.get(rule) ?? 0) + 1;
    this.#depths.set(rule, depth);
    if (depth > depthMax) this.#issues.addLast(`expression recursion limit exceeded: ${depthMax}`);
  }

  #leaveDepth(rule: RuleName): void {
    this.#depths.set(rule, Math.max(0, (this.#depths.get(rule) ?? 0) - 1));
  }
}
