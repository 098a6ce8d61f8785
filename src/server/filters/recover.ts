/** Turns errors of the later filters and of the handler into responses. */
import type { Filter } from "../chain.ts";
import { renderError } from "../render-error.ts";

/** The filter that responds with the error that a later step throws. */
export const recover: Filter = async (call, next) => {
  try {
    await next(call);
  } catch (error) {
    renderError(call, error);
  }
};
