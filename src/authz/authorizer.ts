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
    soFar: Decision,
  ): Decision | Promise<Decision> => {
    let combined = soFar;
    for (let index = first; index < authorizers.length; index++) {
      const answer = authorizers[index]?.(user, attributes) ?? noOpinion;
      if (answer instanceof Promise) {
        const before = combined;
        return answer.then((later) =>
          later.decision === "no opinion" ? decideFrom(index + 1, user, attributes, combine(before, later)) : later,
        );
      }
      if (answer.decision !== "no opinion") return answer;
      combined = combine(combined, answer);
    }
    return combined;
  };
  return (user, attributes) => decideFrom(0, user, attributes, noOpinion);
}

/** Returns the decision of two authorizers that have no opinion. */
function combine(first: Decision, second: Decision): Decision {
  if (first === noOpinion) return second;
  if (second === noOpinion) return first;
  const reason = [first.reason, second.reason].filter((text) => text !== "").join("\n");
  const errors = [first.error, second.error].flatMap((text) => (text === undefined ? [] : [text]));
  return { decision: "no opinion", reason, ...(errors.length === 0 ? {} : { error: aggregateErrors(errors) }) };
}
