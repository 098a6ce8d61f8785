import { StatusError } from "../../meta/status-error.ts";

/** Returns the StatusError with which `writing` rejects. Throws any other error, and throws if `writing` succeeds. */
export async function rejection(writing: Promise<unknown>): Promise<StatusError> {
  try {
    await writing;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error("it was not rejected");
}
