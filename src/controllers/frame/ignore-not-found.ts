import { hasCode } from "../../meta/status-error.ts";

/** Returns the response of a request. Undefined if its object does not exist (404). */
export async function ignoreNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (hasCode(error, 404)) return undefined;
    throw error;
  }
}
