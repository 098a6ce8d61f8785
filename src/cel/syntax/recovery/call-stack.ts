/** Where a parser continues when the current rule is complete. */
import { token } from "../tokens.ts";
import type { CallState, State } from "./states.ts";

/** A stack of calls of rules. It never changes: a call creates a larger stack. */
export class CallStack {
  readonly parent: CallStack | undefined;
  /** The call; undefined in the rule with which a text begins. */
  readonly call: CallState | undefined;
  /** The state after the call; undefined in the rule with which a text begins. */
  readonly returnState: State | undefined;
  /** The least precedence of operators that belong to the rule. */
  readonly precedence: number;

  constructor(parent?: CallStack, call?: CallState) {
    this.parent = parent;
    this.call = call;
    this.returnState = call?.next;
    this.precedence = call?.precedence ?? 0;
  }

  /** Returns the stack inside of a rule that is called. */
  push(call: CallState): CallStack {
    return new CallStack(this, call);
  }

  /** Returns the stack inside of the last of several rules that call each other. */
  pushAll(calls: readonly CallState[]): CallStack {
    let stack: CallStack = this;
    for (const call of calls) stack = stack.push(call);
    return stack;
  }
}

/** Returns the tokens that can follow in a state. */
export function expectedTokens(state: State, stack: CallStack): ReadonlySet<number> {
  const kinds = new Set(state.nextTokens.kinds);
  let canEnd = state.nextTokens.canEnd;
  for (let at: CallStack | undefined = stack; canEnd && at?.returnState !== undefined; at = at.parent) {
    for (const kind of at.returnState.nextTokens.kinds) kinds.add(kind);
    canEnd = at.returnState.nextTokens.canEnd;
  }
  if (canEnd) kinds.add(token.end);
  return kinds;
}

/** Returns the tokens that can follow any of the rules that are not complete. */
export function tokensAfterOpenRules(stack: CallStack): ReadonlySet<number> {
  const returnStates = new Set<State>();
  for (let at: CallStack | undefined = stack; at?.returnState !== undefined; at = at.parent)
    returnStates.add(at.returnState);
  return new Set([...returnStates].flatMap((state) => [...state.nextTokens.kinds]));
}
