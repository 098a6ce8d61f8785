import { expect, test } from "vitest";
import { controllerManagerOptions } from "../config/controller-manager-config.ts";
import { shownConfiguration } from "./shown-configuration.ts";

test("shownConfiguration() has the groups, names and durations of the reference", () => {
  const flags = ["--vocabulary=kubernetes", "--concurrent-gc-syncs=7", "--kubeconfig=/a", "--profiling=false"];
  const shown = shownConfiguration(controllerManagerOptions(flags, { cwd: "/" }));
  expect(shown).toMatchObject({
    "kubecontrollermanager.config.k8s.io": {
      Generic: {
        ClientConnection: { Kubeconfig: "/a" },
        LeaderElection: { LeaderElect: true, LeaseDuration: "15s", ResourceName: "kube-controller-manager" },
        Controllers: ["*"],
        Debugging: { EnableProfiling: false, EnableContentionProfiling: false },
      },
      KubeCloudShared: { UseServiceAccountCredentials: true },
      GarbageCollectorController: { ConcurrentGCSyncs: 7 },
      LegacySATokenCleaner: { CleanUpPeriod: "8760h0m0s" },
      NamespaceController: { ConcurrentNamespaceSyncs: 10 },
      ResourceQuotaController: { ConcurrentResourceQuotaSyncs: 5, ResourceQuotaSyncPeriod: "5m0s" },
      SAController: { ConcurrentSATokenSyncs: 5 },
    },
  });
  const other = shownConfiguration(controllerManagerOptions([], { cwd: "/" }));
  expect(Object.keys(other)).toEqual(["orchcontrollermanager.config.orch.io"]);
});
