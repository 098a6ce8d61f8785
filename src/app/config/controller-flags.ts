/** Flags that choose the controllers and their parallel work, and the configuration that they describe. */
import { controllerNames, selectControllers } from "../../controllers/index.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";

const everyName = Object.values(controllerNames);
const workersMax = 10_000;

/** Flags of every command that runs controllers. */
export const controllerFlags = [
  {
    name: "controllers",
    type: "list",
    placeholder: "NAME",
    default: ["*"],
    group: "Controllers",
    doc:
      "Controllers to run: * is all, NAME adds one, -NAME removes one. Names: " +
      `${everyName.map(({ name }) => name).join(", ")}.`,
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
}

interface ControllerValues {
  readonly controllers: readonly string[];
  readonly "concurrent-gc-syncs": number;
  readonly "concurrent-namespace-syncs": number;
}

/** Returns the configuration that the flags describe. */
export function controllersConfig(values: ControllerValues): ControllersConfig {
  return {
    selected: values.controllers,
    workers: {
      [controllerNames.garbageCollector.name]: values["concurrent-gc-syncs"],
      [controllerNames.namespace.name]: values["concurrent-namespace-syncs"],
    },
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
