/** Combines authorizers. They are called in order. The first that allows or denies decides. */
import type { Attributes, Authorizer, Decision } from "../meta/access/access-control.ts";
import { aggregateErrors } from "../meta/aggregate-errors.ts";
import type { User } from "../meta/user.ts";

/** The decision of an authorizer that neither allows nor denies an action. */
export const noOpinion: Decision = { decision: "no opinion", reason: "" };
/** The decision of an authorizer that allows an action without a reason. */
export const allowed: Decision = { decision: "allow", reason: "" };

/**
 * Returns an authorizer that calls these authorizers in order. If none has an opinion, its decision is `no opinion`,
 * which callers treat as a denial. It then has the reasons and errors of all of them.
 */
export function authorizeBy(authorizers: readonly Authorizer[]): Authorizer {
  const decideFrom = (
    first: number,
    user: User,
    attributes: Attributes,
    undecided: readonly Decision[],
  ): Decision | Promise<Decision> => {
    let decisions = undecided;
    for (let index = first; index < authorizers.length; index++) {
      const answer = authorizers[index]?.(user, attributes) ?? noOpinion;
      if (answer instanceof Promise) {
        const before = decisions;
        return answer.then((later) =>
          later.decision === "no opinion" ? decideFrom(index + 1, user, attributes, [...before, later]) : later,
        );
      }
      if (answer.decision !== "no opinion") return answer;
      if (answer !== noOpinion) decisions = [...decisions, answer];
    }
    return combine(decisions);
  };
  return (user, attributes) => decideFrom(0, user, attributes, noDecisions);
}

const noDecisions: readonly Decision[] = [];

/** Returns the decision of authorizers that have no opinion. */
function combine(decisions: readonly Decision[]): Decision {
  const [first = noOpinion] = decisions;
  if (decisions.length <= 1) return first;
  const reason = decisions.flatMap((one) => (one.reason === "" ? [] : [one.reason])).join("\n");
  const errors = decisions.flatMap(({ error }) => (error === undefined ? [] : [error]));
  return { decision: "no opinion", reason, ...(errors.length === 0 ? {} : { error: aggregateErrors(errors) }) };
}
