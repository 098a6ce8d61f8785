import type { Random } from "../base/random.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/** What a hook may ask for. */
export interface HookContext {
  readonly vocabulary: Vocabulary;
  readonly random: Random;
  readonly nowMs: number;
  /** Who makes the request; absent where the server itself writes, and where nothing is written. */
  readonly user?: User;
}
