/**
 * Collects the pieces of a body in one buffer. Kept separately, three megabytes in pieces of one byte would take a
 * hundred times their size.
 */

/** Initial size of the buffer for a body of several pieces. */
const firstCapacityBytes = 16 * 1024;

/** The received bytes of a body with a limited size. */
export class BodyCollector {
  readonly #bytesMax: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * Adds a piece.
   * @returns false if the body exceeds the limit with this piece, which is then dropped
   */
  add(piece: Buffer): boolean {
    const length = this.#length + piece.length;
    if (length > this.#bytesMax) return false;
    // Most bodies arrive in one piece, which need not be copied.
    if (this.#length === 0) this.#buffer = piece;
    else this.#append(piece, length);
    this.#length = length;
    return true;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #append(piece: Buffer, length: number): void {
    if (this.#isFirstPiece() || length > this.#buffer.length) this.#grow(length);
    piece.copy(this.#buffer, this.#length);
  }

  /**
   * Whether the buffer is the first piece itself. Nothing may be written behind it, because its memory belongs to the
   * stream.
   */
  #isFirstPiece(): boolean {
    return this.#buffer.length === this.#length;
  }

  #grow(length: number): void {
    const capacity = Math.min(this.#bytesMax, Math.max(firstCapacityBytes, length * 2));
    const largerBuffer = Buffer.allocUnsafeSlow(capacity);
    this.#buffer.copy(largerBuffer, 0, 0, this.#length);
    this.#buffer = largerBuffer;
  }
}
