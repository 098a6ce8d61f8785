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

export type Authorizer = (subject: Subject, attributes: Attributes) => Promise<Decision>;

export const noOpinion: Decision = { decision: "no opinion", reason: "" };
export const allowed: Decision = { decision: "allow", reason: "" };

/** The authorizers in order; `no opinion` of all of them means no. */
export function authorizeBy(authorizers: readonly Authorizer[]): Authorizer {
  return async (subject, attributes) => {
    const reasons: string[] = [];
    for (const authorizer of authorizers) {
      const answer = await authorizer(subject, attributes);
      if (answer.decision !== "no opinion") return answer;
      if (answer.reason !== "") reasons.push(answer.reason);
    }
    return { decision: "no opinion", reason: reasons.join("\n") };
  };
}
