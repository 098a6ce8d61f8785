/** The services that the verbs of all resources share. */
import type { Admission } from "../../admission/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import type { AccountTokenIssuer } from "../../meta/accounts/account-token.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess, SchemaCompiler } from "../../schema/index.ts";
import type { FieldOwners } from "../field-owners/field-owners.ts";
import type { RequestOffload } from "../offload/request-offload.ts";
import type { BinaryContents } from "../output/binary-contents.ts";
import type { CompressedObjectCache } from "../output/compressed-object-cache.ts";
import type { ResourceTable } from "../served/resource-table.ts";
import type { WatchMetrics } from "./watch-metrics.ts";

/** Services of the API server that verbs use. */
export interface VerbServices {
  readonly table: Pick<ResourceTable, "equivalents">;
  readonly admission: Admission;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random: Random;
  readonly isEnabled: IsEnabled;
  readonly vocabulary: Vocabulary;
  readonly compiler: SchemaCompiler;
  readonly objects: ObjectAccess;
  readonly accountTokens: AccountTokenIssuer;
  readonly owners: FieldOwners;
  readonly compressed: CompressedObjectCache;
  readonly contents: BinaryContents;
  /** The second thread, which decodes, converts and encodes large objects. Undefined: this thread does so. */
  readonly offload?: RequestOffload | undefined;
  /** Minimum duration of a watch whose client sets none. A random time is added, up to the same duration. */
  readonly minRequestTimeoutMs: number;
  readonly watchMetrics: WatchMetrics;
}
