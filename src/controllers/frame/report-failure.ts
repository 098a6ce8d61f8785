/** Logs failures that a controller will retry. */

import type { LogFields, Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { hasCode } from "../../meta/status-error.ts";

/** Conflicts and overload are normal, and the retry handles them. */
const expectedCodes = [409, 429];

/** Logs a failure as a warning, unless it is a conflict or an overload. */
export function reportFailure(logger: Logger, error: unknown, fields: LogFields): void {
  if (expectedCodes.some((code) => hasCode(error, code))) return;
  const message = reasonOf(error);
  logger.warning("a try has failed, and will be made again", { ...fields, error: message });
}
