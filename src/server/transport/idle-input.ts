/**
 * Finds a client that sends much data but no requests, such as many WINDOW_UPDATE frames. Node handles such frames by
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
   * Whether the connection has received too much data since the last check, while it had no request.
   * @param isBusy whether a request is open
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
