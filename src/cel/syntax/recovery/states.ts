/** The grammar as a graph of states. A parser moves along it token by token. */
import { type GrammarPart, grammar, type RepeatPart, type RuleName } from "./grammar.ts";

/** The tokens with which the rest of a rule can begin. */
export interface NextTokens {
  readonly kinds: ReadonlySet<number>;
  /** Whether the rest can be empty. */
  readonly canEnd: boolean;
}

interface StateBase {
  /** The number of the state. */
  readonly index: number;
  /** The tokens that are possible from the state to the end of its rule. */
  readonly nextTokens: NextTokens;
}

/** A token must follow. */
export interface TokenState extends StateBase {
  readonly kind: "token";
  readonly tokens: ReadonlySet<number>;
  readonly label: string;
  readonly next: State;
}

/** A rule must match. */
export interface CallState extends StateBase {
  readonly kind: "call";
  readonly rule: RuleName;
  /** The number of the rule. */
  readonly ruleIndex: number;
  /** The state at the beginning of the rule. */
  readonly start: State;
  readonly precedence: number;
  readonly label: string;
  readonly isOperand: boolean;
  readonly next: State;
}

/** The tokens decide between alternatives. */
export interface DecisionState extends StateBase {
  readonly kind: "decision";
  readonly alternatives: readonly State[];
  /** Whether the first alternative is chosen wherever it is possible. */
  readonly isGreedy: boolean;
  /** The alternative for tokens that fit none; undefined if they are an error. */
  readonly fallback: State | undefined;
  /** Whether a repetition has matched at least once before the state. */
  readonly isAfterRepetition: boolean;
}

/** A node of a known form begins. */
export interface FormState extends StateBase {
  readonly kind: "form";
  readonly form: string;
  readonly next: State;
}

/** A suffix may follow. */
export interface OperandState extends StateBase {
  readonly kind: "operand";
  readonly next: State;
}

/** A suffix begins. Its node has the operand as its left part. */
export interface SuffixState extends StateBase {
  readonly kind: "suffix";
  readonly form: string;
  readonly precedence: number;
  readonly next: State;
}

/** The rule is complete. */
export interface EndState extends StateBase {
  readonly kind: "end";
}

/** A place in the grammar. */
export type State = TokenState | CallState | DecisionState | FormState | OperandState | SuffixState | EndState;

/** A state without the tokens that follow it, which need the whole graph. */
type Draft = State extends infer Each
  ? Each extends State
    ? Omit<Each, "index" | "start" | "nextTokens">
    : never
  : never;

const ruleNames = Object.keys(grammar);

/** The number of rules in the grammar. */
export const ruleCount = ruleNames.length;

class GraphBuilder {
  readonly #starts = new Map<RuleName, State>();
  readonly #states: State[] = [];

  build(): ReadonlyMap<RuleName, State> {
    for (const [name, part] of Object.entries(grammar)) {
      this.#starts.set(name as RuleName, this.#statesOf(part, this.#newState({ kind: "end" })));
    }
    for (const state of this.#states) {
      if (state.kind === "call") (state as { start: State }).start = startOf(state.rule, this.#starts);
      (state as { nextTokens: NextTokens }).nextTokens = nextTokensOf(state, this.#starts);
    }
    return this.#starts;
  }

  #newState(draft: Draft): State {
    const state = {
      ...draft,
      index: this.#states.length,
      nextTokens: { kinds: new Set<number>(), canEnd: false },
    } as State;
    this.#states.push(state);
    return state;
  }

  /** Returns the state at the beginning of `part`, after which the rule continues at `next`. */
  #statesOf(part: GrammarPart, next: State): State {
    switch (part.kind) {
      case "token":
        return this.#newState({ kind: "token", tokens: new Set(part.tokens), label: part.label, next });
      case "rule":
        return this.#newState({ ...part, kind: "call", ruleIndex: ruleNames.indexOf(part.rule), next });
      case "sequence":
        return part.parts.reduceRight((rest: State, each) => this.#statesOf(each, rest), next);
      case "form":
        return this.#newState({ kind: "form", form: part.form, next: this.#statesOf(part.body, next) });
      case "suffix":
        return this.#newState({ ...part, kind: "suffix", next: this.#statesOf(part.body, next) });
      case "optional":
        return this.#newDecision([this.#statesOf(part.body, next), next], { fallback: next });
      case "choice":
        return this.#newDecision(part.alternatives.map((each) => this.#statesOf(each, next)));
      case "repeat":
        return this.#repetition(part, next);
    }
  }

  #newDecision(alternatives: readonly State[], options: Partial<DecisionState> = {}): State {
    return this.#newState({
      kind: "decision",
      alternatives,
      isGreedy: false,
      fallback: undefined,
      isAfterRepetition: false,
      ...options,
    });
  }

  #repetition(part: RepeatPart, next: State): State {
    const options = { isGreedy: part.extendsOperand, fallback: part.isStrict ? undefined : next };
    const alternatives: State[] = [];
    const again = this.#newDecision(alternatives, { ...options, isAfterRepetition: true });
    const body = this.#statesOf(part.body, again);
    const first = part.extendsOperand ? this.#newState({ kind: "operand", next: body }) : body;
    alternatives.push(first, next);
    return this.#newDecision(part.isRequired ? [first] : alternatives, options);
  }
}

function nextTokensOf(from: State, starts: ReadonlyMap<RuleName, State>): NextTokens {
  const kinds = new Set<number>();
  const visited = new Set<State>();
  const visit = (state: State): void => {
    if (visited.has(state)) return;
    visited.add(state);
    if (state.kind === "token") for (const kind of state.tokens) kinds.add(kind);
    else if (state.kind === "call") visit(startOf(state.rule, starts));
    else if (state.kind === "decision") for (const each of state.alternatives) visit(each);
    else if (state.kind !== "end") visit(state.next);
  };
  visit(from);
  return { kinds, canEnd: [...visited].some((state) => state.kind === "end") };
}

function startOf(rule: RuleName, starts: ReadonlyMap<RuleName, State>): State {
  const start = starts.get(rule);
  if (start === undefined) throw new Error(`the grammar has no rule ${rule}`);
  return start;
}

/** Is built for the first malformed text. */
let builtStarts: ReadonlyMap<RuleName, State> | undefined;

/** Returns the state at the beginning of a rule. */
export function startState(rule: RuleName): State {
  builtStarts ??= new GraphBuilder().build();
  return startOf(rule, builtStarts);
}
