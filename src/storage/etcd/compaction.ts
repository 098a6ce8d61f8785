/**
 * The history of a store that several processes share. One of them compacts it. As in the reference, they elect it by
 * writing the key `compact_rev_key` in turn: the write succeeds only for a process that knows the key's present version.
 * So servers of the reference may share the store and its election.
 */
import { isCompacted } from "./errors.ts";
import type { Members } from "./members.ts";
import { rangeRpc, txnRpc } from "./rpcs.ts";

const electionKey = Buffer.from("compact_rev_key");

/** The compaction of a shared store. */
export class Compaction {
  readonly #members: Members;
  /** Version of the election key that this process knows. */
  #knownVersion = 0;

  constructor(members: Members) {
    this.#members = members;
  }

  /**
   * Takes the turn to compact. If each process asks once in an interval, exactly one of them gets the turn in it.
   * @param revision to which this process would compact; recorded for the others
   * @returns false if another process has taken the turn since this one last asked
   * @throws GrpcCallError
   */
  async takeTurn(revision: number): Promise<boolean> {
    const { succeeded, ranges } = await this.#members.write(txnRpc, {
      compare: [{ key: electionKey, version: this.#knownVersion }],
      success: [{ type: "put", key: electionKey, value: Buffer.from(String(revision)) }],
      failure: [{ type: "range", request: { key: electionKey } }],
    });
    this.#knownVersion = succeeded ? this.#knownVersion + 1 : (ranges[0]?.entries[0]?.version ?? 0);
    return succeeded;
  }

  /**
   * Returns the oldest readable revision, which no request of etcd returns. 0 if nothing was compacted.
   * @param known a revision at or before it
   * @param newest a revision at or after it
   * @throws GrpcCallError
   */
  async findCompacted(known: number, newest: number): Promise<number> {
    if (await this.#isReadable(Math.max(1, known))) return known;
    let low = Math.max(1, known);
    let high = newest;
    // `low` cannot be read, and `high` can.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await this.#isReadable(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  async #isReadable(revision: number): Promise<boolean> {
    try {
      await this.#members.read(rangeRpc, { key: electionKey, isCountOnly: true, revision });
      return true;
    } catch (error) {
      if (isCompacted(error)) return false;
      throw error;
    }
  }
}
