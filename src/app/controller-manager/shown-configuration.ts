/** The configuration of the controller manager, as `/configz` shows it: with the names of the reference. */
import { controllerNames } from "../../controllers/index.ts";
import { formatDuration } from "../../meta/duration.ts";
import { component, group, vocabularies } from "../../meta/vocabulary.ts";
import type { ControllerManagerConfig } from "../config/controller-manager-config.ts";

/** Returns the settings that this controller manager has, by their group. */
export function shownConfiguration(config: ControllerManagerConfig): Readonly<Record<string, object>> {
  const names = vocabularies[config.vocabulary];
  const name = names.bind(component("controller-manager")).replaceAll("-", "");
  return { [names.bind(group(`${name}.config`))]: settingsOf(config) };
}

function settingsOf({
  bindAddress,
  port,
  kubeconfig,
  controllers,
  election,
  diagnosis,
  rootCaFile,
  serviceAccountKeyFile,
  usesServiceAccountCredentials,
}: ControllerManagerConfig): object {
  const { workers, selected, legacyTokenCleanUpMs, quotaResyncMs } = controllers;
  const workersOf = ({ name }: { readonly name: string }): number => workers[name] ?? 1;
  return {
    Generic: {
      Port: port,
      Address: bindAddress,
      ClientConnection: { Kubeconfig: kubeconfig ?? "" },
      LeaderElection: election
        ? {
            LeaderElect: true,
            LeaseDuration: duration(election.leaseDurationMs),
            RenewDeadline: duration(election.renewDeadlineMs),
            RetryPeriod: duration(election.retryPeriodMs),
            ResourceLock: "leases",
            ResourceName: election.name,
            ResourceNamespace: election.namespace,
          }
        : { LeaderElect: false },
      Controllers: selected,
      Debugging: { EnableProfiling: diagnosis.profiling, EnableContentionProfiling: false },
    },
    KubeCloudShared: { UseServiceAccountCredentials: usesServiceAccountCredentials },
    GarbageCollectorController: { ConcurrentGCSyncs: workersOf(controllerNames.garbageCollector) },
    LegacySATokenCleaner: { CleanUpPeriod: duration(legacyTokenCleanUpMs) },
    NamespaceController: { ConcurrentNamespaceSyncs: workersOf(controllerNames.namespace) },
    ResourceQuotaController: {
      ResourceQuotaSyncPeriod: duration(quotaResyncMs),
      ConcurrentResourceQuotaSyncs: workersOf(controllerNames.resourceQuota),
    },
    SAController: {
      ServiceAccountKeyFile: serviceAccountKeyFile ?? "",
      ConcurrentSATokenSyncs: workersOf(controllerNames.serviceAccountToken),
      RootCAFile: rootCaFile ?? "",
    },
  };
}

function duration(valueMs: number): string {
  return formatDuration(BigInt(Math.round(valueMs * 1e6)));
}
