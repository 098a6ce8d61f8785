import type { Random } from "../base/random.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/** What a hook may ask for. */
export interface HookContext {
  readonly vocabulary: Vocabulary;
  readonly random: Random;
  readonly nowMs: number;
  readonly isEnabled: IsEnabled;
  /** Who makes the request; absent where the server itself writes, and where nothing is written. */
  readonly user?: User;
  /** True where nothing is stored. Absent outside of the `take` of claims. */
  readonly dryRun?: boolean;
  /** False for a new object that is given no values of ranges. Absent outside of a create, and where it is given some. */
  readonly takesClaims?: boolean | undefined;
  /** Adds a Warning header to the response, before those of `KindHooks.warnings`. Absent outside of a create. */
  readonly warn?: ((message: string) => void) | undefined;
}
