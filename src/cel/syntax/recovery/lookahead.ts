/** Decides between alternatives by the tokens that follow. */
import type { CallStack } from "./call-stack.ts";
import type { DecisionState, State } from "./states.ts";
import { possibleAlternatives, stepsAfter } from "./steps.ts";
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
  const alternatives = possibleAlternatives(decision, stack.precedence, tokens.current.kind);
  const only = alternatives[0];
  if (only === undefined) return decision.fallback ?? new NoAlternative(0);
  if (alternatives.length === 1) return only;
  let candidates = alternatives.map((state): Candidate => ({ alternative: state, positions: [{ state, stack }] }));
  for (let distance = 0; ; distance++) {
    const { kind } = tokens.ahead(distance);
    const first = candidates.find((each) => canMatch(each, kind));
    if (first === undefined) return decision.fallback ?? completed(candidates, stack) ?? new NoAlternative(distance);
    if (candidates.findLast((each) => canMatch(each, kind)) === first) return first.alternative;
    const next = afterToken(candidates, kind);
    if (haveSameStates(next)) return first.alternative;
    candidates = next;
  }
}

/** Returns the candidates that match a token. */
function afterToken(candidates: readonly Candidate[], kind: number): Candidate[] {
  const after: Candidate[] = [];
  for (const { alternative, positions: before } of candidates) {
    const positions: Position[] = [];
    for (const { state, stack } of before) addPositions(positions, state, stack, kind);
    if (positions.length > 0) after.push({ alternative, positions });
  }
  return after;
}

/** Whether a token is possible in one of the candidate's places. */
function canMatch({ positions }: Candidate, kind: number): boolean {
  return positions.some(({ state, stack }) => {
    let steps = stepsAfter(state, stack.precedence, kind);
    for (let at: CallStack | undefined = stack; at !== undefined; at = at.parent) {
      if (steps.some(({ next }) => next !== undefined)) return true;
      if (steps.length === 0 || at.returnState === undefined) return false;
      steps = stepsAfter(at.returnState, at.parent?.precedence ?? 0, kind);
    }
    return false;
  });
}

/** Adds the places after a token, one for each state. */
function addPositions(positions: Position[], state: State, stack: CallStack, kind: number): void {
  for (const { next, calls } of stepsAfter(state, stack.precedence, kind)) {
    const { parent, returnState } = stack;
    if (next !== undefined) {
      if (!hasState(positions, next)) positions.push({ state: next, stack: stack.push(calls) });
    } else if (parent !== undefined && returnState !== undefined) {
      addPositions(positions, returnState, parent, kind);
    }
  }
}

function hasState(positions: readonly Position[], state: State): boolean {
  return positions.some((position) => position.state === state);
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

function haveSameStates([first, ...others]: readonly Candidate[]): boolean {
  return first === undefined || others.every((other) => hasSameStates(first, other));
}

function hasSameStates({ positions }: Candidate, other: Candidate): boolean {
  return positions.length === other.positions.length && positions.every(({ state }) => hasState(other.positions, state));
}
