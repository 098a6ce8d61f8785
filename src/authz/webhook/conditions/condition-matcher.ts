/** Match conditions as the rest of this room uses them, without the engine that evaluates them. */
import type { Attributes } from "../../../meta/access/access-control.ts";
import type { User } from "../../../meta/user.ts";

/** The result of an evaluation of all match conditions. */
export interface ConditionMatch {
  /** Whether a condition is false. The webhook is then skipped, whatever the other conditions are. */
  readonly isExcluded: boolean;
  /** Errors of conditions up to the first one that is false. */
  readonly errors: readonly string[];
}

/** Evaluates match conditions within limits of cost and time. @param nowMs returns monotonic time in milliseconds */
export type ConditionMatcher = (user: User, attributes: Attributes, nowMs: () => number) => ConditionMatch;
