/** The health checks of a cluster. */
import type { HealthCheck, HealthChecks, PostStartHooks } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { StorageConfig } from "../config/server-config.ts";

/** Parts and state of a cluster that its health checks inspect. */
export interface ClusterHealthOptions {
  readonly engine: Engine;
  readonly storage: Pick<StorageConfig, "healthCheckMs" | "readyCheckMs">;
  readonly postStart: PostStartHooks;
  /** Checks of the key services that encrypt the store. */
  readonly kmsChecks: readonly HealthCheck[];
  /** @throws Error if log lines are not being written */
  readonly checkLog: () => void;
  /** Time after the start during which an unfinished start hook does not fail `/livez`, in milliseconds. */
  readonly livezGraceMs: number;
  /** Resolves when the namespaces are in memory. */
  readonly namespacesLoaded: () => Promise<void>;
  /** Returns the plural names of kinds that discovery does not list yet. */
  readonly unregistered: () => readonly string[];
  /** Returns the keys of stored objects that cannot be read. */
  readonly damagedKeys: () => ReadonlySet<string>;
  readonly isStopping: () => boolean;
}

/** Returns the checks of `/healthz`, `/livez` and `/readyz`. */
export function clusterHealthChecks(options: ClusterHealthOptions): HealthChecks {
  const { engine, storage, postStart, checkLog, kmsChecks, livezGraceMs, namespacesLoaded } = options;
  const commonChecks = (storeTimeoutMs: number): readonly HealthCheck[] => [
    { name: "ping", check: () => undefined },
    { name: "log", check: checkLog },
    storeCheck(engine, storeTimeoutMs),
  ];
  const registered: HealthCheck = { name: "autoregister-completion", check: () => checkRegistered(options) };
  const synced: HealthCheck = { name: "informer-sync", check: namespacesLoaded };
  const hooks = postStart.checks(0);
  return {
    healthy: [...commonChecks(storage.healthCheckMs), ...kmsChecks, ...hooks, registered],
    live: [...commonChecks(storage.healthCheckMs), ...postStart.checks(livezGraceMs), registered],
    ready: [
      ...commonChecks(storage.readyCheckMs),
      ...kmsChecks,
      synced,
      ...hooks,
      registered,
      objectsCheck(options),
      { name: "shutdown", check: () => checkRunning(options) },
    ],
  };
}

/** Returns the check that fails while the store does not answer within the time limit. */
export function storeCheck(engine: Engine, timeoutMs: number): HealthCheck {
  return {
    name: "etcd",
    timeoutMs,
    check: async () => {
      await engine.progress();
    },
  };
}

/** Maximum number of damaged objects that the message names. */
const damagedKeysNamedMax = 10;

/** Returns the check that reports damaged objects. The server stays ready, because it can serve the others. */
function objectsCheck({ damagedKeys }: ClusterHealthOptions): HealthCheck {
  const check = (): void => {
    const keys = [...damagedKeys()];
    if (keys.length === 0) return;
    const named = keys.slice(0, damagedKeysNamedMax).join(", ");
    throw new Error(`${keys.length} stored objects cannot be read: ${named}; see orch storage check`);
  };
  return { name: "stored-objects", isInformational: true, check };
}

/** Throws until all kinds are registered. Discovery is incomplete before. */
function checkRegistered({ unregistered }: ClusterHealthOptions): void {
  const unregisteredKinds = unregistered();
  if (unregisteredKinds.length > 0) throw new Error(`not registered: ${unregisteredKinds.join(", ")}`);
}

function checkRunning({ isStopping }: ClusterHealthOptions): void {
  if (isStopping()) throw new Error("process is shutting down");
}
