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
}
