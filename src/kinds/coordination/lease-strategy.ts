import type { ValidationContext } from "../../schema/index.ts";
import { reportFormat, reportUnsupported } from "../reporting.ts";

export const oldestEmulationVersion = "OldestEmulationVersion";

const strategies = [oldestEmulationVersion];

/** Strategies of others have a domain. Clients know the path with its last step twice. */
export function reportStrategy(strategy: string, context: ValidationContext): void {
  const part = "strategy.strategy";
  if (strategy.includes("/")) reportFormat(context, part, "qualifiedName", strategy);
  else reportUnsupported(context, part, strategy, strategies);
}
