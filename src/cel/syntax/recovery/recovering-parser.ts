/** Parses texts with syntax errors. It reports an error, continues after it, and so finds the others. */
import { depthMax } from "../limits.ts";
import { CallStack } from "./call-stack.ts";
import { FaultRecovery, type ParserPlace } from "./fault-recovery.ts";
import type { IssueList } from "./issue-list.ts";
import { AlternativeChooser, NoAlternative } from "./lookahead.ts";
import { OpenRule } from "./open-rule.ts";
import {
  type CallState,
  type DecisionState,
  ruleCount,
  type State,
  type SuffixState,
  startState,
  type TokenState,
} from "./states.ts";
import { endsBefore } from "./steps.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { TokenStream } from "./token-stream.ts";

/** Adds the syntax errors of a text to a list. Returns the tree of the parts that could be read. */
export function parseWithRecovery(text: string, issues: IssueList): SyntaxNode {
  return new RecoveringParser(text, issues).parse();
}

/** Follows the states of the grammar with an explicit stack, so that no text can exhaust that of the process. */
class RecoveringParser {
  readonly #issues: IssueList;
  readonly #tokens: TokenStream;
  readonly #recovery: FaultRecovery;
  readonly #chooser: AlternativeChooser;
  /** How deeply each rule is nested in itself. */
  readonly #depths = new Int32Array(ruleCount);
  #rule: OpenRule;
  #isComplete = false;
  #state: State = startState("start");

  constructor(text: string, issues: IssueList) {
    this.#issues = issues;
    this.#tokens = new TokenStream(text, issues);
    this.#recovery = new FaultRecovery(this.#tokens, issues);
    this.#chooser = new AlternativeChooser(this.#tokens);
    this.#rule = new OpenRule("start", new CallStack(), this.#tokens.current, undefined);
  }

  parse(): SyntaxNode {
    const root = this.#rule;
    while (!this.#isComplete && !this.#issues.isClosed) this.#step(this.#state);
    return root.finish();
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
        this.#rule.beginNode(state.form);
        break;
      case "operand":
        this.#leaveDepth();
        break;
      case "end":
        return this.#close();
    }
    this.#state = state.next;
  }

  #place<Kind extends State>(state: Kind): ParserPlace & { readonly state: Kind } {
    return { state, rule: this.#rule };
  }

  #matchToken(state: TokenState): void {
    const isMatch = state.tokens.has(this.#tokens.current.kind);
    const found = isMatch ? this.#recovery.acceptToken() : this.#recovery.replaceToken(this.#place(state));
    if (found === undefined) {
      this.#abandon(state);
      return;
    }
    this.#rule.addToken(state.label, found);
    this.#state = state.next;
  }

  #decide(state: DecisionState): void {
    if (endsBefore(state, this.#rule.stack.precedence, this.#tokens.current.kind)) {
      this.#close();
      return;
    }
    if (!this.#recovery.prepareDecision(this.#place(state))) {
      this.#abandon(state);
      return;
    }
    const choice = this.#chooser.choose(state, this.#rule.stack);
    if (choice instanceof NoAlternative) {
      this.#recovery.reportNoAlternative(choice);
      this.#abandon(state);
    } else {
      this.#state = choice;
    }
  }

  #call(state: CallState): void {
    const caller = this.#rule;
    this.#rule = new OpenRule(state.rule, caller.stack.enter(state), this.#tokens.current, caller);
    this.#enterDepth();
    this.#state = state.start;
  }

  #beginSuffix(state: SuffixState): void {
    this.#rule.beginNode(state.form);
    this.#enterDepth();
    this.#state = state.next;
  }

  #abandon(state: State): void {
    this.#recovery.leaveRule(this.#place(state));
    this.#close();
  }

  /** Returns to the calling rule. */
  #close(): void {
    const { caller, stack } = this.#rule;
    this.#leaveDepth();
    if (caller === undefined || stack.call === undefined) {
      this.#isComplete = true;
      return;
    }
    caller.addResult(stack.call, this.#rule.finish());
    this.#rule = caller;
    this.#state = stack.call.next;
  }

  #enterDepth(): void {
    const { ruleIndex } = this.#rule.stack;
    const depth = (this.#depths[ruleIndex] ?? 0) + 1;
    this.#depths[ruleIndex] = depth;
    if (depth > depthMax) this.#issues.addLast(`expression recursion limit exceeded: ${depthMax}`);
  }

  #leaveDepth(): void {
    const { ruleIndex } = this.#rule.stack;
    this.#depths[ruleIndex] = Math.max(0, (this.#depths[ruleIndex] ?? 0) - 1);
  }
}
