/** The limits of the etcd engine: times, sizes and queues. */

/** How long one attempt of a read may take before another member is asked. */
export const readAttemptMs = 3000;

/** How long a read may take, with all attempts. */
export const readMs = 10_000;

/**
 * How long the response to a write is awaited. etcd itself gives up after seven seconds, so this leaves time for the
 * election of a leader.
 */
export const writeMs = 8000;

/** How long the outcome of a write is searched for after its response was lost. */
export const outcomeMs = 5000;

/** How long a member may take to describe itself, before a watch or a check starts. */
export const statusMs = 3000;

/** Pause after all members have failed once. */
export const roundPauseMs = 100;

/** Pause before an interrupted watch starts again. */
export const watchPauseMs = 100;

/** How often a watch asks for progress while a reader waits for it. */
export const progressIntervalMs = 100;

/** A watch that is behind for this long, although its consumer waits, moves to another member. */
export const watchLagMsMax = 2000;

/** Bytes that one page of a range should have. */
export const pageBytesGoal = 8 * 1024 * 1024;

/** Entries of the first page of a range, whose size is not known yet. */
export const firstPageEntries = 500;

/** Entries of one page of a range. */
export const pageEntriesMax = 10_000;

/** Number of writes that are sent to etcd at the same time. More writes wait. */
export const runningWritesMax = 1024;

/** Number of endpoints. */
export const membersMax = 32;

/** Number of writes that share a lease. Deleting very many keys at once would delay etcd. */
export const leaseWritesMax = 1000;

/** Part of its lifetime that a key may live longer, so that keys can share a lease. */
export const leaseSlackRatio = 0.05;

/** Longest time by which a key lives longer, unless the options name another one. */
export const leaseReuseMsDefault = 60_000;

/** Number of different lifetimes whose leases are shared. */
export const sharedLifetimesMax = 16;

/** The failures of one member are logged at most this often. */
export const failureLogMs = 10_000;
