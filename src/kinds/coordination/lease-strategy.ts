import type { ValidationContext } from "../../schema/index.ts";
import { reportFormat, reportUnsupported } from "../reporting.ts";

/** Strategy that selects the candidate with the oldest emulation version. */
export const oldestEmulationVersion = "OldestEmulationVersion";

const strategies = [oldestEmulationVersion];

/**
 * Reports an invalid strategy. Strategies of other products have a domain. The reference repeats the last step of the
 * path.
 */
export function reportStrategy(strategy: string, context: ValidationContext): void {
  const part = "strategy.strategy";
  if (strategy.includes("/")) reportFormat(context, part, "qualifiedName", strategy);
  else reportUnsupported(context, part, strategy, strategies);
}
