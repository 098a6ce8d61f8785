import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { LoadedAuthorization } from "../config/authorization-config.ts";
import { ConfigurationWatch } from "../machine/configuration-watch.ts";
import { ReloadMetrics } from "../machine/reload-metrics.ts";
import { authorizersIn } from "./authorization-file.ts";
import type { ReloadingChain } from "./reloading-chain.ts";

/** Everything that the watch uses. */
export interface WatchAuthorizationFileServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
  readonly vocabulary: Vocabulary;
  readonly serverName: () => string;
}

/** Replaces the authorizers when the configuration file changes. Returns undefined if flags describe them. */
export function watchAuthorizationFile(
  { configurationFile: path, configurationContent: content = "", policyFile, initialTypes }: LoadedAuthorization,
  chain: ReloadingChain,
  { clock, logger, metrics: registry, vocabulary, serverName }: WatchAuthorizationFileServices,
): ConfigurationWatch | undefined {
  if (path === undefined) return undefined;
  const subject = "authorization";
  const metrics = new ReloadMetrics(registry, { subject, serverName: serverName() });
  metrics.reloaded("success", clock.nowMs());
  return new ConfigurationWatch({
    subject,
    path,
    content,
    load: async (text) => chain.replace(await authorizersIn(text, { clock, vocabulary, policyFile, initialTypes })),
    metrics,
    clock,
    logger,
  });
}
