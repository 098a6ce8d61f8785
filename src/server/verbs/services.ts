/** What the verbs of all resources share. */
import type { Admission } from "../../admission/index.ts";
import type { Authorizer } from "../../authz/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess, SchemaCompiler } from "../../schema/index.ts";
import type { FieldOwners } from "../field-owners/field-owners.ts";
import type { RequestOffload } from "../filters/offload.ts";
import type { CompressedBytes } from "../output/compressed-bytes.ts";

export interface VerbServices {
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random: Random;
  readonly isEnabled: IsEnabled;
  readonly vocabulary: Vocabulary;
  readonly compiler: SchemaCompiler;
  readonly objects: ObjectAccess;
  readonly owners: FieldOwners;
  readonly compressed: CompressedBytes;
  /** The thread that reads large objects where they are not sent as they are stored; absent: this thread does. */
  readonly offload?: RequestOffload | undefined;
  /** How long a watch lasts at least that does not say; at most twice as long. */
  readonly minRequestTimeoutMs: number;
}
