/** What a controller says of a try that has failed and will be made again. */

import type { LogFields, Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { hasCode } from "../../meta/status-error.ts";

/** Somebody was faster, or everything is busy: that is nobody's fault, and passes. */
const passing = [409, 429];

export function reportFailure(logger: Logger, error: unknown, fields: LogFields): void {
  if (passing.some((code) => hasCode(error, code))) return;
  const message = reasonOf(error);
  logger.warning("a try has failed, and will be made again", { ...fields, error: message });
}
