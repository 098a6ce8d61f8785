/** Divides a stream of bytes into frames, each of which contains one event. */
import { DecodeError } from "./decode-error.ts";

/** Finds the ends of frames in one format. It has read the bytes of the current frame. */
export interface FrameScanner {
  /**
   * Reads on in the current frame.
   * @returns the position after its last byte. Undefined if the frame does not end in this piece
   * @throws DecodeError
   */
  endIn(piece: Uint8Array, start: number): number | undefined;
  /** Minimum number of bytes of the frame after those that were read. */
  readonly missingBytes: number;
}

/** Divides a stream into frames. It copies each byte at most once, however small the pieces of the stream are. */
export class FrameSplitter {
  readonly #scanner: FrameScanner;
  readonly #bytesMax: number;
  /** The pieces of the current frame. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** @param bytesMax of a frame */
  constructor(scanner: FrameScanner, bytesMax: number) {
    this.#scanner = scanner;
    this.#bytesMax = bytesMax;
  }

  /** Whether the stream is within a frame. */
  get isInFrame(): boolean {
    return this.#bytes > 0;
  }

  /**
   * Yields the frames that end in this piece of the stream.
   * @throws DecodeError if a frame is malformed, or longer than the limit
   */
  *push(piece: Uint8Array): Generator<Buffer> {
    for (let start = 0; start < piece.length; ) {
      const end = this.#scanner.endIn(piece, start);
      this.#add(piece.subarray(start, end));
      if (end === undefined) return;
      start = end;
      const frame = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#bytes = 0;
      yield frame;
    }
  }

  #add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#bytes + this.#scanner.missingBytes > this.#bytesMax) {
      throw new DecodeError("limit", `an event is longer than ${this.#bytesMax / 1024 / 1024} MiB`);
    }
    this.#pieces.push(part);
  }
}
