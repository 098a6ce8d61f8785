/** Where a parser continues when the current rule is complete. */
import { token } from "../tokens.ts";
import type { CallState, State } from "./states.ts";

/** A stack of calls of rules. Calls do not change it: they create larger stacks. */
export class CallStack {
  readonly parent: CallStack | undefined;
  /** The call; undefined in the rule with which a text begins. */
  readonly call: CallState | undefined;
  /** The state after the call; undefined in the rule with which a text begins. */
  readonly returnState: State | undefined;
  /** The number of the rule. */
  readonly ruleIndex: number;
  /** The least precedence of operators that belong to the rule. */
  readonly precedence: number;
  #lastEntered: CallStack | undefined;
  #entered: Map<CallState, CallStack> | undefined;

  constructor(parent?: CallStack, call?: CallState) {
    this.parent = parent;
    this.call = call;
    this.returnState = call?.next;
    this.ruleIndex = call?.ruleIndex ?? 0;
    this.precedence = call?.precedence ?? 0;
  }

  /** Returns the stack inside of a rule that is called. The elements of a list call the same rules, and so share their stacks. */
  enter(call: CallState): CallStack {
    if (this.#lastEntered?.call !== call) this.#lastEntered = this.#entered?.get(call) ?? this.#add(call);
    return this.#lastEntered;
  }

  #add(call: CallState): CallStack {
    const stack = new CallStack(this, call);
    this.#entered ??= new Map();
    this.#entered.set(call, stack);
    return stack;
  }

  /** Returns a new stack, inside of the last of several rules that call each other. */
  push(calls: readonly CallState[]): CallStack {
    return calls.reduce((stack: CallStack, call) => new CallStack(stack, call), this);
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
