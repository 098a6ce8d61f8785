/** One or several servers with a store, and the faults that a test can cause in them. */
import type { Random } from "../../../src/base/random.ts";
import type { ServerAddress } from "../../support/orch-process.ts";

/** Something that goes wrong during a history. It ends when the system works again. */
export interface SystemFault {
  readonly name: string;
  /** Whether history may be compacted, so that old revisions expire. */
  readonly compacts?: boolean;
  /** Causes the fault, and resolves when the system works again. */
  readonly run: (random: Random) => Promise<void>;
}

/** The servers that a history is recorded with. */
export interface SystemUnderTest extends AsyncDisposable {
  /** Every server that clients may use. */
  readonly addresses: readonly ServerAddress[];
  readonly faults: readonly SystemFault[];
  /** Resolves when every server accepts requests. */
  untilServing(): Promise<void>;
}
