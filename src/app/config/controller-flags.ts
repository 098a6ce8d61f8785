/** Flags that choose the controllers and their parallel work, and the configuration that they describe. */
import { type ControllerName, controllerNames, selectControllers } from "../../controllers/index.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";

const everyName: readonly ControllerName[] = Object.values(controllerNames);
const namesOffByDefault = everyName.filter(({ isOffByDefault }) => isOffByDefault).map(({ name }) => name);
const workersMax = 10_000;

/** Flag of API servers and of commands that run controllers. */
export const garbageCollectorFlag = {
  name: "enable-garbage-collector",
  type: "boolean",
  default: true,
  group: "Controllers",
  doc:
    "Whether dependents of deleted objects are deleted or orphaned. Otherwise the garbage collector does not run, and " +
    "deletions do not add its finalizers. The API server and the controller manager must have the same value.",
} as const satisfies FlagSpec;

/** Flags of every command that runs controllers. */
export const controllerFlags = [
  {
    name: "controllers",
    type: "list",
    placeholder: "NAME",
    default: ["*"],
    group: "Controllers",
    doc:
      "Controllers to run: * is all that are on by default, NAME adds one, -NAME removes one. Names: " +
      `${everyName.map(({ name }) => name).join(", ")}. Off by default: ${namesOffByDefault.join(" and ")}.`,
  },
  {
    name: "concurrent-gc-syncs",
    type: "integer",
    min: 1,
    max: workersMax,
    default: 20,
    group: "Controllers",
    doc: "Objects that the garbage collector handles at the same time.",
  },
  {
    name: "concurrent-namespace-syncs",
    type: "integer",
    min: 1,
    max: workersMax,
    default: 10,
    group: "Controllers",
    doc: "Namespaces that are emptied at the same time.",
  },
  {
    name: "concurrent-resource-quota-syncs",
    type: "integer",
    min: 1,
    max: workersMax,
    default: 5,
    group: "Controllers",
    doc: "ResourceQuotas whose use is measured at the same time.",
  },
  {
    name: "concurrent-serviceaccount-token-syncs",
    type: "integer",
    min: 1,
    max: workersMax,
    default: 5,
    group: "Controllers",
    doc: "Token Secrets that are handled at the same time.",
  },
  {
    name: "legacy-service-account-token-clean-up-period",
    type: "duration",
    minMs: 1,
    default: "8760h",
    group: "Controllers",
    doc:
      "How long a token Secret from an earlier release must be unused before its token becomes invalid, and then before " +
      "it is deleted. Concerns only Secrets to which their ServiceAccount refers.",
  },
  {
    name: "resource-quota-sync-period",
    type: "duration",
    minMs: 1,
    default: "5m",
    group: "Controllers",
    doc: "Interval at which the use of every ResourceQuota is measured, besides the measurements after changes.",
  },
] as const satisfies readonly FlagSpec[];

/** Which controllers run, and how. */
export interface ControllersConfig {
  /** Values of `--controllers`: `*`, names, and names after a dash. */
  readonly selected: readonly string[];
  /**
   * Number of objects that a controller handles at the same time, by the controller's name. Controllers without an
   * entry use their own default.
   */
  readonly workers: Readonly<Record<string, number>>;
  /** How long a generated token must be unused before it is invalidated, and then before it is deleted. */
  readonly legacyTokenCleanUpMs: number;
  /** Interval at which the use of every ResourceQuota is measured. */
  readonly quotaResyncMs: number;
}

interface ControllerValues {
  readonly controllers: readonly string[];
  readonly "enable-garbage-collector": boolean;
  readonly "concurrent-gc-syncs": number;
  readonly "concurrent-namespace-syncs": number;
  readonly "concurrent-resource-quota-syncs": number;
  readonly "concurrent-serviceaccount-token-syncs": number;
  readonly "legacy-service-account-token-clean-up-period": number;
  readonly "resource-quota-sync-period": number;
}

/** Returns the configuration that the flags describe. */
export function controllersConfig(values: ControllerValues): ControllersConfig {
  return {
    // The first entry about a controller counts.
    selected: values["enable-garbage-collector"]
      ? values.controllers
      : [`-${controllerNames.garbageCollector.name}`, ...values.controllers],
    workers: {
      [controllerNames.garbageCollector.name]: values["concurrent-gc-syncs"],
      [controllerNames.namespace.name]: values["concurrent-namespace-syncs"],
      [controllerNames.resourceQuota.name]: values["concurrent-resource-quota-syncs"],
      [controllerNames.serviceAccountToken.name]: values["concurrent-serviceaccount-token-syncs"],
    },
    legacyTokenCleanUpMs: values["legacy-service-account-token-clean-up-period"],
    quotaResyncMs: values["resource-quota-sync-period"],
  };
}

/** Returns a problem if `--controllers` names an unknown controller, else nothing. */
export function controllerProblems(selected: readonly string[]): readonly string[] {
  try {
    selectControllers(selected, everyName);
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [`--controllers: ${error.message}`];
    throw error;
  }
}
