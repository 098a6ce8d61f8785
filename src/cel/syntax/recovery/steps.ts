/** Finds the places to which one token leads from a state. They do not depend on the text, so each one is computed once. */
import { StateTable } from "./state-table.ts";
import type { CallState, DecisionState, NextTokens, State } from "./states.ts";

/** A place after a token. */
export interface GrammarStep {
  /** The state after the token; undefined if the rule is complete before the token. */
  readonly next: State | undefined;
  /** The calls of rules that lead to the rule which matches the token. */
  readonly calls: readonly CallState[];
}

const steps = new StateTable<State, readonly GrammarStep[]>((state, precedence, kind) =>
  withoutRepeatedStates(findSteps(state, precedence, kind)),
);
const alternatives = new StateTable(findAlternatives);

/**
 * Returns the places after a token. If two have the same state, returns one of them: in this grammar they differ only in which
 * of two equal continuations comes first.
 */
export function stepsAfter(state: State, precedence: number, kind: number): readonly GrammarStep[] {
  return steps.get(state, precedence, kind);
}

/** Whether the rule of a state is complete before a token. */
export function endsBefore(state: State, precedence: number, kind: number): boolean {
  const found = steps.get(state, precedence, kind);
  return found.length === 1 && found[0]?.next === undefined;
}

/** Returns the alternatives that a token does not exclude. */
export function possibleAlternatives(state: DecisionState, precedence: number, kind: number): readonly State[] {
  return alternatives.get(state, precedence, kind);
}

/** A call leads to no complete rule, because no rule of the grammar matches an empty text. */
function findSteps(state: State, precedence: number, kind: number): readonly GrammarStep[] {
  switch (state.kind) {
    case "token":
      return state.tokens.has(kind) ? [{ next: state.next, calls: [] }] : [];
    case "call":
      return stepsAfter(state.start, state.precedence, kind).map(({ next, calls }) => ({
        next,
        calls: [state, ...calls],
      }));
    case "decision":
      return possibleAlternatives(state, precedence, kind).flatMap((each) => stepsAfter(each, precedence, kind));
    case "suffix":
      return state.precedence < precedence ? [] : stepsAfter(state.next, precedence, kind);
    case "end":
      return [{ next: undefined, calls: [] }];
    default:
      return stepsAfter(state.next, precedence, kind);
  }
}

function withoutRepeatedStates(found: readonly GrammarStep[]): readonly GrammarStep[] {
  return found.filter(({ next }, index) => found.findIndex((other) => other.next === next) === index);
}

function findAlternatives(decision: DecisionState, precedence: number, kind: number): readonly State[] {
  if (!decision.isGreedy) return decision.alternatives.filter(({ nextTokens }) => canBegin(nextTokens, kind));
  const chosen = decision.alternatives.find((each, index) => hasSuffix(each, precedence, kind) === (index === 0));
  return chosen === undefined ? [] : [chosen];
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
