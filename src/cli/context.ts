/** The context that commands receive if they use a server. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import type { Client } from "../client/index.ts";
import type { Screen } from "./terminal.ts";
import type { DryRun } from "./writes/dry-run.ts";

/** The server, the terminal and the clock of a command. */
export interface ClientContext {
  readonly client: Client;
  /** Namespace of objects that name none. */
  readonly namespace: string;
  /** Whether the user specified `--namespace`. An object with another namespace is then an error. */
  readonly isNamespaceExplicit: boolean;
  readonly terminal: Screen;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Restricts a command to some objects of a type. */
export interface ObjectSelection {
  readonly allNamespaces: boolean;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
}

/** Options of all write requests. */
export interface Writing {
  readonly dryRun: DryRun;
  readonly fieldManager: string;
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
}
