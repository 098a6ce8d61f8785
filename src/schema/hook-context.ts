import type { Random } from "../base/random.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/** Everything that a hook may depend on besides its object. */
export interface HookContext {
  readonly vocabulary: Vocabulary;
  readonly random: Random;
  readonly nowMs: number;
  readonly isEnabled: IsEnabled;
  /** The user who sent the request. Absent if the server itself writes, or if nothing is written. */
  readonly user?: User;
  /** Whether the write is a dry run, which stores nothing. Present only in the `take` hook of claims. */
  readonly dryRun?: boolean;
  /** False in the create of an object that takes no values of ranges. Otherwise absent. */
  readonly takesClaims?: boolean | undefined;
  /** Adds a Warning header to the response, before those of `KindHooks.warnings`. Present only in a create. */
  readonly warn?: ((message: string) => void) | undefined;
}
