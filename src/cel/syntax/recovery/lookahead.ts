/** Decides between alternatives by the tokens that follow. */
import type { CallStack } from "./call-stack.ts";
import { type DecisionState, type NextTokens, type State, startState } from "./states.ts";
import type { TokenStream } from "./token-stream.ts";

/** No alternative matches. */
export class NoAlternative {
  /** The distance to the token that does not fit. */
  readonly distance: number;

  constructor(distance: number) {
    this.distance = distance;
  }
}

/** A place that an alternative leads to. */
interface Position {
  readonly state: State;
  readonly stack: CallStack;
}

/** An alternative, and the places to which it can lead. */
interface Candidate {
  readonly alternative: State;
  readonly positions: readonly Position[];
}

/**
 * Returns the alternative that matches the next tokens. Follows the alternatives until one of them is left, or until all of them
 * have led to the same states. The first one is chosen then.
 */
export function chooseAlternative(
  decision: DecisionState,
  stack: CallStack,
  tokens: TokenStream,
): State | NoAlternative {
  const { kind } = tokens.current;
  const alternatives = possibleAlternatives(decision, stack, kind);
  const [only] = alternatives;
  if (only === undefined) return decision.fallback ?? new NoAlternative(0);
  if (alternatives.length === 1) return only;
  let candidates = alternatives.map((state): Candidate => ({ alternative: state, positions: [{ state, stack }] }));
  for (let distance = 0; ; distance++) {
    const next = afterToken(candidates, tokens.ahead(distance).kind);
    const [first, ...others] = next;
    if (first === undefined) return decision.fallback ?? completed(candidates, stack) ?? new NoAlternative(distance);
    if (others.every((other) => hasSameStates(other, first))) return first.alternative;
    candidates = next;
  }
}

/** Returns the candidates that match a token. */
function afterToken(candidates: readonly Candidate[], kind: number): Candidate[] {
  return candidates
    .map(({ alternative, positions }) => ({ alternative, positions: positionsAfter(positions, kind) }))
    .filter(({ positions }) => positions.length > 0);
}

/**
 * Returns the places after a token. If two have the same state, returns one of them: in this grammar they differ only in which
 * of two equal continuations comes first.
 */
function positionsAfter(positions: readonly Position[], kind: number): readonly Position[] {
  const after: Position[] = [];
  const open = positions.toReversed();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { state, stack } = at;
    if (state.kind === "token") {
      const isNew = state.tokens.has(kind) && !after.some((each) => each.state === state.next);
      if (isNew) after.push({ state: state.next, stack });
    } else {
      open.push(...reachable(state, stack, kind));
    }
  }
  return after;
}

/** Returns the places that can be reached from one without a token, and from which the token is possible. */
function reachable(state: Exclude<State, { kind: "token" }>, stack: CallStack, kind: number): Position[] {
  switch (state.kind) {
    case "call":
      return state.nextTokens.kinds.has(kind) ? [{ state: startState(state.rule), stack: stack.push(state) }] : [];
    case "decision":
      return possibleAlternatives(state, stack, kind)
        .map((each) => ({ state: each, stack }))
        .toReversed();
    case "suffix":
      return state.precedence < stack.precedence ? [] : [{ state: state.next, stack }];
    case "end":
      return afterReturn(stack, kind);
    default:
      return [{ state: state.next, stack }];
  }
}

function afterReturn({ parent, returnState }: CallStack, kind: number): Position[] {
  if (parent === undefined || returnState === undefined || !canBegin(returnState.nextTokens, kind)) return [];
  return [{ state: returnState, stack: parent }];
}

/** Returns the alternatives that a token does not exclude. */
function possibleAlternatives(decision: DecisionState, { precedence }: CallStack, kind: number): readonly State[] {
  const { alternatives, isGreedy } = decision;
  if (!isGreedy) return alternatives.filter(({ nextTokens }) => canBegin(nextTokens, kind));
  return alternatives.filter((each, index) => hasSuffix(each, precedence, kind) === (index === 0)).slice(0, 1);
}

function canBegin({ kinds, canEnd }: NextTokens, kind: number): boolean {
  return canEnd || kinds.has(kind);
}

/** Whether a token begins a suffix of at least a precedence. */
function hasSuffix(state: State, precedence: number, kind: number): boolean {
  switch (state.kind) {
    case "decision":
      return state.alternatives.some((each) => hasSuffix(each, precedence, kind));
    case "operand":
      return hasSuffix(state.next, precedence, kind);
    case "suffix":
      return state.precedence >= precedence && state.nextTokens.kinds.has(kind);
    default:
      return false;
  }
}

/** Returns the only alternative with which the rule of the decision can be complete before the fault; undefined if there is none. */
function completed(candidates: readonly Candidate[], stack: CallStack): State | undefined {
  const found = candidates.filter(({ positions }) => positions.some((position) => canLeave(position, stack)));
  return found.length === 1 ? found[0]?.alternative : undefined;
}

/** Whether the rule at the top of `stack` is or can be complete at a position. */
function canLeave({ state, stack: from }: Position, stack: CallStack): boolean {
  let { canEnd } = state.nextTokens;
  let at: CallStack | undefined = from;
  while (canEnd && at !== stack && at?.returnState !== undefined) {
    canEnd = at.returnState.nextTokens.canEnd;
    at = at.parent;
  }
  return at === stack ? canEnd : isAbove(from, stack);
}

/** Whether a stack is a part of another one. */
function isAbove(part: CallStack, whole: CallStack): boolean {
  let at = whole.parent;
  while (at !== undefined && at !== part) at = at.parent;
  return at === part;
}

function hasSameStates({ positions }: Candidate, other: Candidate): boolean {
  return (
    positions.length === other.positions.length &&
    positions.every(({ state }) => other.positions.some((position) => position.state === state))
  );
}
