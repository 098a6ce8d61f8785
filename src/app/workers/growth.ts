/** Decides when a server needs one more process. */

/** A server with this share of busy time in each of its processes gets one more. */
const busyShare = 0.7;
/** Number of successive samples in which all processes must be busy, so that a short burst starts no process. */
const busySamples = 3;

/** Counts the samples in which all processes of a server are busy. */
export class Growth {
  #busyCount = 0;

  /**
   * Records a sample.
   * @param busyShares the share of the time since the last sample in which each process was busy, from 0 to 1
   * @returns whether the server needs one more process now
   */
  needsMore(busyShares: readonly number[]): boolean {
    const areAllBusy = busyShares.every((share) => share >= busyShare);
    this.#busyCount = areAllBusy ? this.#busyCount + 1 : 0;
    if (this.#busyCount < busySamples) return false;
    this.#busyCount = 0;
    return true;
  }
}
