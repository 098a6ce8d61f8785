import type { Logger } from "../../base/logger.ts";

/** Returns a function that logs the name of a deprecated metric that is shown, with the message of the reference. */
export function logDeprecatedMetrics(logger: Logger): (name: string) => void {
  return (name) =>
    logger.warning(`Hidden metrics (${name}) have been manually overridden, showing this very deprecated metric.`);
}
