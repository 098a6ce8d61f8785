import { hasCode } from "../../meta/status-error.ts";

/** The answer; undefined when what it is about is gone, and needs nothing any more. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (hasCode(error, 404)) return undefined;
    throw error;
  }
}
