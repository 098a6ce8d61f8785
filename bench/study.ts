/**
 * Limits that the study behind the goals found, on a machine with 2 virtual cores of an AMD EPYC and Node 20.20.2. If
 * the bench finds a very different limit, either the machine differs, or the bench measures the limit wrongly.
 */

/** A limit that the study found. */
export interface StudyLimit {
  readonly value: number;
  /** How the study measured the limit. */
  readonly taken: string;
  /** Known reason why the bench finds another limit. Undefined if no reason is known. */
  readonly differs?: LimitDifference;
}

/** A reason for a different limit. */
export interface LimitDifference {
  readonly because: string;
  /** Share of the study's value that remains for this reason alone. */
  readonly share: number;
}

/** Limits that differ by at most this share count as equal. */
export const agreementTolerance = 0.2;

const slowStudyMachine: LimitDifference = {
  because: "the study measured only 80 ms for a Node process that also loads LMDB",
  share: 0.75,
};

/**
 * Found by running the bare store alternately on one core and on both. Both cores gave 1.2 to 2.2 times as many
 * commits.
 */
const oneCore: LimitDifference = {
  because: "the store has one core, like the server: LMDB's commit thread shares it with the thread that writes",
  share: 0.6,
};

/**
 * Found with h2load and our generator alternately on the same bare server, with the same number of socket reads and
 * writes per request. The bench uses its own generator on both sides, because h2load and wrk cannot send a client
 * certificate.
 */
const ownGenerator: LimitDifference = {
  because: "the same server needs a fifth less processor time with h2load than with this generator",
  share: 0.8,
};

/** The limits, in the units of the figures that use them. */
export const study = {
  node: { value: 83, taken: "node -e 0, both cores", differs: slowStudyMachine },
  nodeMemory: { value: 41, taken: "an idle Node" },
  getH2: { value: 67_888, taken: "h2load, 8 connections of 16 requests", differs: ownGenerator },
  getH1: { value: 57_151, taken: "wrk, 32 connections" },
  postH2: { value: 31_908, taken: "h2load, 8 connections of 16 requests of 1.6 KB", differs: ownGenerator },
  list: { value: 1224, taken: "h2load, 4 connections", differs: ownGenerator },
  commits1: { value: 2194, taken: "LMDB, without overlapping syncs, both cores", differs: oneCore },
  commits16: { value: 24_263, taken: "LMDB, without overlapping syncs, both cores", differs: oneCore },
  watchH1: { value: 13.66, taken: "1,000 connections, an event of 2.1 KB" },
  watchH2: { value: 2.75, taken: "10 connections of 100 streams, an event of 2.1 KB" },
  watchMemoryH1: { value: 46, taken: "an idle connection" },
  watchMemoryH2: { value: 6, taken: "an idle stream" },
  readStore: { value: 562, taken: "Node with LMDB 80 ms, opening 21 ms, reading into a Map 461 ms" },
  parsePods: { value: 110.3, taken: "10,000 times 11.03 us" },
} as const satisfies Record<string, StudyLimit>;
