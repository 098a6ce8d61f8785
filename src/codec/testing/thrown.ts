import { DecodeError } from "../decode-error.ts";

/** Returns the DecodeError that `decode` throws or rejects with. */
export async function thrownBy(decode: () => unknown): Promise<DecodeError> {
  try {
    await decode();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
