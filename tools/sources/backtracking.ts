/**
 * Determines how often a regular expression backtracks on a text that it does not match. The answer comes from its
 * automaton, not from a measurement. Backtracking is exponential if some text leads from a state back to itself in two
 * ways. It is polynomial if two successive loops can read the same text.
 */
import { type Automaton, type AutomatonStep, alphabet, automatonOf } from "./automaton.ts";

/** Growth of the number of steps with the length of a text. */
export type Backtracking = "linear" | "polynomial" | "exponential";

/**
 * Returns the growth for the worst text.
 * @throws Error if the expression has back references
 */
export function backtrackingOf(expression: { readonly source: string; readonly flags: string }): Backtracking {
  const automaton = automatonOf(expression);
  if (isExponential(automaton)) return "exponential";
  return isPolynomial(automaton) ? "polynomial" : "linear";
}

function isExponential({ states, steps }: Automaton): boolean {
  const reach = states.map((_, index) => reachableFrom(steps, index));
  const cycles = (from: number, { to, isAmbiguous }: AutomatonStep): boolean =>
    isAmbiguous && reach[to]?.has(from) === true;
  if (states.some((_, index) => steps[index]?.some((step) => cycles(index, step)))) return true;
  const pairs = new StatePairs({ states, steps });
  return states.some((_, index) => {
    const reachablePairs = pairs.reachableFrom(index, index);
    return [...reachablePairs].some((pair) => {
      const [one, other] = pairs.decode(pair);
      return one !== other && pairs.reachableFrom(one, other).has(pairs.encode(index, index));
    });
  });
}

function reachableFrom(steps: readonly (readonly AutomatonStep[])[], from: number): Set<number> {
  const seen = new Set<number>([from]);
  for (const state of seen) for (const { to } of steps[state] ?? []) seen.add(to);
  return seen;
}

/** Pairs of states that two readers of the same text can be in. A pair is encoded as one number. */
class StatePairs {
  readonly #automaton: Pick<Automaton, "states" | "steps">;
  readonly #known = new Map<number, ReadonlySet<number>>();

  constructor(automaton: Pick<Automaton, "states" | "steps">) {
    this.#automaton = automaton;
  }

  encode(one: number, other: number): number {
    return one * this.#automaton.states.length + other;
  }

  decode(pair: number): [one: number, other: number] {
    const count = this.#automaton.states.length;
    return [Math.floor(pair / count), pair % count];
  }

  /** Returns the pairs that two readers can reach from these states after reading the same text. */
  reachableFrom(one: number, other: number): ReadonlySet<number> {
    const begin = this.encode(one, other);
    const known = this.#known.get(begin);
    if (known) return known;
    const seen = new Set<number>();
    const queue = [begin];
    for (const pair of queue) {
      for (const next of this.#next(pair)) {
        if (!seen.has(next)) queue.push(next);
        seen.add(next);
      }
    }
    this.#known.set(begin, seen);
    return seen;
  }

  #next(pair: number): number[] {
    const [one, other] = this.decode(pair);
    const { states, steps } = this.#automaton;
    return (steps[one] ?? []).flatMap(({ to }) =>
      (steps[other] ?? [])
        .filter((step) => ((states[to]?.characters ?? 0n) & (states[step.to]?.characters ?? 0n)) !== 0n)
        .map((step) => this.encode(to, step.to)),
    );
  }
}

/**
 * Looks for two loops that can read the same text. Follows three readers of one text: one stays in the first loop, one
 * goes from the first loop to the second, and one stays in the second.
 */
function isPolynomial(automaton: Automaton): boolean {
  const { states, steps } = withSearchLoop(automaton);
  const count = states.length;
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) {
      if (from !== to && states[to]?.mayEnd !== true && canReadSameText({ states, steps }, from, to)) return true;
    }
  }
  return false;
}

/** Adds a loop before the expression that reads any character, if the search may begin at any position. */
function withSearchLoop(automaton: Automaton): Pick<Automaton, "states" | "steps"> {
  const { states, steps, isSearching } = automaton;
  if (!isSearching) return automaton;
  const loop = states.length;
  const first = steps[loop] ?? [];
  const anything = { characters: (1n << BigInt(alphabet.length)) - 1n, mayEnd: false };
  return {
    states: [...states, anything],
    steps: [...steps.slice(0, loop), [...first, { to: loop, isAmbiguous: false }]],
  };
}

function canReadSameText({ states, steps }: Pick<Automaton, "states" | "steps">, from: number, to: number): boolean {
  const loops = (state: number): boolean =>
    (steps[state] ?? []).some((step) => reachableFrom(steps, step.to).has(state));
  if (!loops(from) || !loops(to) || !reachableFrom(steps, from).has(to)) return false;
  const count = states.length;
  const key = (one: number, middle: number, other: number): number => (one * count + middle) * count + other;
  const goalKey = key(from, to, to);
  const seen = new Set<number>();
  const queue: [number, number, number][] = [[from, from, to]];
  for (const [one, middle, other] of queue) {
    for (const a of steps[one] ?? []) {
      for (const b of steps[middle] ?? []) {
        const both = (states[a.to]?.characters ?? 0n) & (states[b.to]?.characters ?? 0n);
        if (both === 0n) continue;
        for (const c of steps[other] ?? []) {
          if ((both & (states[c.to]?.characters ?? 0n)) === 0n) continue;
          const next = key(a.to, b.to, c.to);
          if (next === goalKey) return true;
          if (seen.has(next)) continue;
          seen.add(next);
          queue.push([a.to, b.to, c.to]);
        }
      }
    }
  }
  return false;
}
