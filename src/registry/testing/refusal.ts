import { StatusError } from "../../meta/status-error.ts";

/** The error that a client sees of what is to be refused. */
export async function refusal(writing: Promise<unknown>): Promise<StatusError> {
  try {
    await writing;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}
