/**
 * The bytes of a body as its pieces come. They are copied together at once: kept apart, three megabytes that come byte
 * by byte would take a hundred times their size.
 */

/** What a body of several pieces gets at first. */
const firstCapacityBytes = 16 * 1024;

export class BodyCollector {
  readonly #bytesMax: number;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** @returns false when the body is too long with this piece, which is then not taken */
  add(piece: Buffer): boolean {
    const length = this.#length + piece.length;
    if (length > this.#bytesMax) return false;
    // Most bodies come in one piece, which need not be copied.
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

  /** The first piece belongs to the stream, and may share its memory with what follows. */
  #isFirstPiece(): boolean {
    return this.#buffer.length === this.#length;
  }

  #grow(length: number): void {
    const capacity = Math.min(this.#bytesMax, Math.max(firstCapacityBytes, length * 2));
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }
}
