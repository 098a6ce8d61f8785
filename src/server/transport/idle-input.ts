/**
 * Finds a client that sends much and asks nothing, such as frames that change windows. Node handles such frames by itself, up to
 * half a megabyte of one connection before it looks at another one.
 */

/**
 * Bytes that a connection may receive between two looks. What a client still sends for a request that has ended is less: the
 * windows of HTTP/2 hold 64 KB each.
 */
const bytesMax = 262_144;

export class IdleInput {
  #wasAsked = false;
  #bytesSeen = 0;

  /** A request has begun. */
  noteRequest(): void {
    this.#wasAsked = true;
  }

  /**
   * Looks at what has happened since the last look.
   * @param isBusy a request is under way
   * @param bytesRead by the connection in all
   */
  isFlood(isBusy: boolean, bytesRead: number): boolean {
    const isIdle = !isBusy && !this.#wasAsked;
    const received = bytesRead - this.#bytesSeen;
    this.#wasAsked = isBusy;
    this.#bytesSeen = bytesRead;
    return isIdle && received > bytesMax;
  }
}
