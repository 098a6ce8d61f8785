/** Whether a user may do something: authorizers are asked in order; the first that has an opinion decides. */

/** The caller, as far as authorization cares. */
export interface Subject {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface ResourceAttributes {
  readonly isResource: true;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

export interface PathAttributes {
  readonly isResource: false;
  readonly verb: string;
  readonly path: string;
}

export type Attributes = ResourceAttributes | PathAttributes;

export interface Decision {
  readonly decision: "allow" | "deny" | "no opinion";
  /** Why, for the client and the log; empty when there is nothing to say. */
  readonly reason: string;
}

/** Answers at once where it can: most requests are decided by what is in memory. */
export type Authorizer = (subject: Subject, attributes: Attributes) => Decision | Promise<Decision>;

export const noOpinion: Decision = { decision: "no opinion", reason: "" };
export const allowed: Decision = { decision: "allow", reason: "" };

/** The authorizers in order; `no opinion` of all of them means no. */
export function authorizeBy(authorizers: readonly Authorizer[]): Authorizer {
  return (subject, attributes) => decide(authorizers, subject, attributes, []);
}

function decide(
  authorizers: readonly Authorizer[],
  subject: Subject,
  attributes: Attributes,
  reasons: readonly string[],
): Decision | Promise<Decision> {
  const [first, ...others] = authorizers;
  if (!first) return { decision: "no opinion", reason: reasons.join("\n") };
  const goOn = (answer: Decision): Decision | Promise<Decision> => {
    if (answer.decision !== "no opinion") return answer;
    return decide(others, subject, attributes, answer.reason === "" ? reasons : [...reasons, answer.reason]);
  };
  const answer = first(subject, attributes);
  return answer instanceof Promise ? answer.then(goOn) : goOn(answer);
}
