import { AuthenticationError } from "../../token-authenticator.ts";

/** Waits for `result`. If it is rejected with an AuthenticationError, adds the beginning of the message. */
export async function withBeginning<T>(beginning: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw new AuthenticationError(`${beginning}: ${error.message}`);
  }
}
