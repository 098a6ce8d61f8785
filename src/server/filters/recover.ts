/** Turns whatever is thrown further in into an answer. */
import type { Filter } from "../chain.ts";
import { renderError } from "../render-error.ts";

export const recover: Filter = async (call, next) => {
  try {
    await next();
  } catch (error) {
    renderError(call, error);
  }
};
