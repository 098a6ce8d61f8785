/**
 * Authorization: decides whether a user may do something. Authorizers are called in order. The first that allows or
 * denies decides.
 */

/** The user, with the parts that authorization uses. */
export interface AuthorizationSubject {
  readonly name: string;
  readonly groups: readonly string[];
}

/** An action on a resource. */
export interface ResourceAction {
  readonly isResource: true;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

/** An action on a path that is not a resource, such as `/version`. */
export interface PathAction {
  readonly isResource: false;
  readonly verb: string;
  readonly path: string;
}

/** An action to authorize. */
export type Attributes = ResourceAction | PathAction;

/** The result of an authorizer. */
export interface Decision {
  readonly decision: "allow" | "deny" | "no opinion";
  /** The reason, for the response and the log. Empty if there is none. */
  readonly reason: string;
}

/**
 * Returns the decision about an action. Returns it synchronously if possible, because most decisions only need data in
 * memory.
 */
export type Authorizer = (subject: AuthorizationSubject, attributes: Attributes) => Decision | Promise<Decision>;

/** The decision of an authorizer that neither allows nor denies an action. */
export const noOpinion: Decision = { decision: "no opinion", reason: "" };
/** The decision of an authorizer that allows an action without a reason. */
export const allowed: Decision = { decision: "allow", reason: "" };

/**
 * Returns an authorizer that calls these authorizers in order. If none has an opinion, its decision is `no opinion`,
 * which callers treat as a denial.
 */
export function authorizeBy(authorizers: readonly Authorizer[]): Authorizer {
  return (subject, attributes) => decide(authorizers, subject, attributes, []);
}

function decide(
  authorizers: readonly Authorizer[],
  subject: AuthorizationSubject,
  attributes: Attributes,
  reasons: readonly string[],
): Decision | Promise<Decision> {
  const [first, ...others] = authorizers;
  if (!first) return { decision: "no opinion", reason: reasons.join("\n") };
  const continueUnlessDecided = (answer: Decision): Decision | Promise<Decision> => {
    if (answer.decision !== "no opinion") return answer;
    return decide(others, subject, attributes, answer.reason === "" ? reasons : [...reasons, answer.reason]);
  };
  const answer = first(subject, attributes);
  return answer instanceof Promise ? answer.then(continueUnlessDecided) : continueUnlessDecided(answer);
}
