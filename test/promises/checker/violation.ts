/** The promises that a history can violate. */

/** Requirements by the name of their rule. */
export const rules = {
  "one-write-per-revision": "each revision belongs to one write of one object",
  "states-were-written": "every state of an object was written by a request that had begun",
  "writes-take-effect-once": "a write takes effect at most once",
  "responses-match-requests": "the response to a write shows what the request wrote",
  "deletions-were-requested": "every deletion was requested",
  "acknowledged-writes-last": "an acknowledged write is never lost",
  "revisions-follow-time": "a write that begins after another revision was seen gets a greater revision",
  "reads-are-fresh": "a read returns a state that is at least as new as everything that was seen before it began",
  "objects-are-linearizable": "the reads and writes of an object take effect one after the other",
  "lists-are-atomic": "a list shows the whole state at its revision",
  "watches-are-ordered": "a watch delivers each change once, in the order of revisions",
  "watches-are-complete": "a watch delivers every change in its scope",
  "watches-are-filtered": "a watch delivers no change outside its scope, and each with the correct type and object",
  "history-is-kept": "lists and watches can continue from every revision that was not compacted",
  "watches-are-reliable": "a watch that stays open delivers what was written",
  "bookmarks-are-true": "a bookmark comes after all changes up to its revision",
} as const;

/** Name of a rule. */
export type RuleName = keyof typeof rules;

/** A broken promise. */
export interface Violation {
  readonly rule: RuleName;
  /**
   * Object, operation or watch that the violation concerns, such as a key and a revision. It stays the same when unrelated
   * parts are removed.
   */
  readonly subject: string;
  readonly message: string;
}

/** A rule that a watch violates, and the way. */
export interface WatchProblem {
  readonly rule: RuleName;
  readonly revision: number;
  readonly text: string;
}
