/** Which policies are applied again in the second round of the mutating phase. */
import { equalJson } from "../../../base/json-tree.ts";
import type { MutationRounds } from "../../mutation-rounds.ts";

/** The policies of one request. A key names a policy, its binding and its parameters. */
export class Reinvocation {
  static readonly #known = new WeakMap<MutationRounds, Reinvocation>();
  readonly #rounds: MutationRounds;
  /** Policies that were applied, and that are applied again if the object changes later. */
  readonly #applied = new Set<string>();
  readonly #repeated = new Set<string>();
  /** The object after the policies of the first round. */
  #lastResult: unknown;

  private constructor(rounds: MutationRounds) {
    this.#rounds = rounds;
  }

  /** Returns the policies of a request. */
  static of(rounds: MutationRounds): Reinvocation {
    let known = Reinvocation.#known.get(rounds);
    if (!known) {
      known = new Reinvocation(rounds);
      Reinvocation.#known.set(rounds, known);
    }
    return known;
  }

  /** Begins a round. @param object as other plugins have left it */
  begin(object: unknown): void {
    if (this.#rounds.isRepeated && !equalJson(this.#lastResult ?? null, object ?? null)) this.#repeatApplied();
  }

  /** Whether a policy is applied in this round. */
  isApplied(key: string): boolean {
    return !this.#rounds.isRepeated || this.#repeated.has(key);
  }

  /** Reports that a policy has changed the object, so that the policies before it are applied again. */
  changed(): void {
    this.#repeatApplied();
    this.#rounds.repeat();
  }

  /** Reports that a policy with the reinvocation policy `IfNeeded` was applied. */
  applied(key: string): void {
    this.#applied.add(key);
  }

  /** Ends a round. */
  end(object: unknown): void {
    this.#lastResult = object;
  }

  #repeatApplied(): void {
    for (const key of this.#applied) this.#repeated.add(key);
    this.#applied.clear();
  }
}
