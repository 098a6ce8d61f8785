/** How values are written to the store and read from it. */

/** A value as it was before it was stored. */
export interface OpenedValue {
  readonly value: Uint8Array;
  /** Whether the value should be written again although it has not changed, because another key or provider wrote it. */
  readonly isStale: boolean;
}

/** Transforms values of one resource. Errors are TransformErrors. */
export interface ValueTransformer {
  /** Whether `fromStorage` may return a promise. Default: false. */
  readonly mayWait?: boolean;

  /**
   * Returns the bytes to store.
   * @param key the key under which the value is stored. Only this key can read the result.
   */
  toStorage(value: Uint8Array, key: string): Uint8Array;
  /** Returns the value in stored bytes. Returns a promise only if it has to ask another program. */
  fromStorage(stored: Uint8Array, key: string): OpenedValue | Promise<OpenedValue>;
}

/** Details of a TransformError. */
export interface TransformErrorOptions {
  /** Name of the gRPC status, if a key service has caused the error: `Unavailable`. */
  readonly grpcStatus?: string | undefined;
  /** Whether the same bytes may be readable later, because a key service could not be asked. Default: false. */
  readonly isTemporary?: boolean;
  readonly cause?: unknown;
}

/** Thrown if a value cannot be transformed. Messages are the reference's. */
export class TransformError extends Error {
  override readonly name = "TransformError";
  readonly grpcStatus: string | undefined;
  readonly isTemporary: boolean;

  constructor(message: string, { grpcStatus, isTemporary = false, cause }: TransformErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.grpcStatus = grpcStatus;
    this.isTemporary = isTemporary;
  }
}

/** Thrown for stored bytes that are shorter than the shortest possible ones. */
export function tooShort(): TransformError {
  return new TransformError("the stored data was shorter than the required size");
}
