/**
 * Finds a client that sends much data but no requests, such as frames that change windows. Node handles such frames by
 * itself. It reads up to half a megabyte from one connection before it reads from another one.
 */

/**
 * Bytes that a connection may receive between two checks. A client sends less than this for a request that has ended,
 * because each window of HTTP/2 holds 64 KB.
 */
const bytesMax = 262_144;

/** Counts the input of one HTTP/2 connection while it has no requests. */
export class IdleInput {
  #hadRequest = false;
  #bytesSeen = 0;

  /** Records that a request has begun. */
  noteRequest(): void {
    this.#hadRequest = true;
  }

  /**
   * Returns whether the connection has received too much since the last check without a request.
   * @param isBusy whether a request is under way
   * @param bytesRead bytes that the connection has received in all
   */
  isFlood(isBusy: boolean, bytesRead: number): boolean {
    const isIdle = !isBusy && !this.#hadRequest;
    const received = bytesRead - this.#bytesSeen;
    this.#hadRequest = isBusy;
    this.#bytesSeen = bytesRead;
    return isIdle && received > bytesMax;
  }
}
