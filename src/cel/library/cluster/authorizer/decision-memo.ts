/**
 * Evaluates expressions with an authorizer that may need to wait.
 *
 * An evaluation is pure, so it can be repeated. It stops at a check whose decision is not known yet, and is repeated once
 * the decision is known. A check costs 350,000 and an evaluation at most 1,000,000. The third check exceeds the limit, so an
 * expression is evaluated four times at most. As in the reference, checks are decided one after the other, and a check that
 * the expression skips is never decided.
 */
import type { AuthorizationDecision, AuthorizationQuery, SynchronousAuthorizer } from "./authorizer.ts";

/** Answers a query, at once if possible. The promise must not reject: a failure is a decision with an error. */
export type Decide = (query: AuthorizationQuery) => AuthorizationDecision | Promise<AuthorizationDecision>;

/** Stops an evaluation that needs a decision. It is thrown, because operators such as `||` absorb errors that are values. */
class DecisionPending extends Error {
  override readonly name = "DecisionPending";
  readonly key: string;
  readonly decision: Promise<AuthorizationDecision>;

  constructor(key: string, decision: Promise<AuthorizationDecision>) {
    super("the evaluation needs a decision of an authorizer, and must run in DecisionMemo.evaluate()");
    this.key = key;
    this.decision = decision;
  }
}

/** Remembers decisions. Expressions that are evaluated with one memo get one decision for equal queries. */
export class DecisionMemo implements SynchronousAuthorizer {
  readonly #decide: Decide;
  readonly #decisions = new Map<string, AuthorizationDecision>();

  constructor(decide: Decide) {
    this.#decide = decide;
  }

  authorize(query: AuthorizationQuery): AuthorizationDecision {
    const key = JSON.stringify(query);
    const known = this.#decisions.get(key);
    if (known) return known;
    const decision = this.#decide(query);
    if (decision instanceof Promise) throw new DecisionPending(key, decision);
    this.#decisions.set(key, decision);
    return decision;
  }

  /**
   * Returns the result of `run` after all decisions that it needs, or a promise if one of them needs to wait.
   * @param run evaluates expressions with this memo as the authorizer. It may run several times.
   */
  evaluate<Result>(run: () => Result): Result | Promise<Result> {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof DecisionPending)) throw error;
      return this.#evaluateAfter(error, run);
    }
  }

  async #evaluateAfter<Result>({ key, decision }: DecisionPending, run: () => Result): Promise<Result> {
    this.#decisions.set(key, await decision);
    return this.evaluate(run);
  }
}
