/** Decides between alternatives by the tokens that follow. */
import { token } from "../tokens.ts";
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

/** Chooses between alternatives while one text is parsed. */
export class AlternativeChooser {
  readonly #tokens: TokenStream;
  /** The lookaheads of each stack, by the decision and the first token. */
  readonly #lookaheads = new Map<CallStack, Map<number, Lookahead>>();

  constructor(tokens: TokenStream) {
    this.#tokens = tokens;
  }

  /**
   * Returns the alternative that matches the next tokens. Follows the alternatives until one of them is left, or until all of them
   * have led to the same states. The first one is chosen then.
   */
  choose(decision: DecisionState, stack: CallStack): State | NoAlternative {
    const { kind } = this.#tokens.current;
    const alternatives = possibleAlternatives(decision, stack.precedence, kind);
    if (alternatives.length <= 1) return alternatives[0] ?? decision.fallback ?? new NoAlternative(0);
    let found: Outcome = this.#lookahead(decision, stack, alternatives, kind);
    for (let distance = 0; found instanceof Lookahead; distance++)
      found = found.after(this.#tokens.ahead(distance).kind);
    return found;
  }

  #lookahead(decision: DecisionState, stack: CallStack, alternatives: readonly State[], kind: number): Lookahead {
    const ofStack = this.#lookaheads.get(stack) ?? new Map<number, Lookahead>();
    const key = decision.index * token.invalid + kind;
    const known = ofStack.get(key);
    if (known !== undefined) return known;
    const candidates = alternatives.map((state) => ({ alternative: state, positions: [{ state, stack }] }));
    const created = new Lookahead(decision, stack, candidates, 0);
    this.#lookaheads.set(stack, ofStack.set(key, created));
    return created;
  }
}

/** The result of a token: an alternative, none, or several between which the next token decides. */
type Outcome = State | NoAlternative | Lookahead;

/** The results of this number of tokens are remembered, because elements of a list are often alike. */
const rememberedTokensMax = 16;

/** Alternatives between which the tokens so far do not decide. */
class Lookahead {
  readonly #decision: DecisionState;
  readonly #stack: CallStack;
  readonly #candidates: readonly Candidate[];
  /** How many tokens were followed. */
  readonly #distance: number;
  /** By kind of the next token. */
  readonly #outcomes = new Map<number, Outcome>();

  constructor(decision: DecisionState, stack: CallStack, candidates: readonly Candidate[], distance: number) {
    this.#decision = decision;
    this.#stack = stack;
    this.#candidates = candidates;
    this.#distance = distance;
  }

  /** Returns the result of the next token. */
  after(kind: number): Outcome {
    const known = this.#outcomes.get(kind);
    if (known !== undefined) return known;
    const found = this.#follow(kind);
    if (this.#distance < rememberedTokensMax) this.#outcomes.set(kind, found);
    return found;
  }

  #follow(kind: number): Outcome {
    const next = afterToken(this.#candidates, kind);
    const first = next[0];
    if (first === undefined) return this.#withoutMatch();
    if (next.every((other) => hasSameStates(other, first))) return first.alternative;
    return new Lookahead(this.#decision, this.#stack, next, this.#distance + 1);
  }

  #withoutMatch(): State | NoAlternative {
    const { fallback } = this.#decision;
    return fallback ?? completed(this.#candidates, this.#stack) ?? new NoAlternative(this.#distance);
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

function hasSameStates({ positions }: Candidate, other: Candidate): boolean {
  return (
    positions.length === other.positions.length && positions.every(({ state }) => hasState(other.positions, state))
  );
}
