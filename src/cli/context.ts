/** What commands that ask a server are handed. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import type { Client } from "../client/index.ts";
import type { DryRun } from "./dry-run.ts";
import type { Screen } from "./terminal.ts";

export interface ClientContext {
  readonly client: Client;
  /** Where objects lie that say nothing else. */
  readonly namespace: string;
  /** `--namespace` has named it, so that objects that say something else are a mistake. */
  readonly isNamespaceAsked: boolean;
  readonly terminal: Screen;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

/** Which objects of a type. */
export interface Selection {
  readonly allNamespaces: boolean;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
}

/** How objects are written. */
export interface Writing {
  readonly dryRun: DryRun;
  readonly fieldManager: string;
  readonly fieldValidation: "Strict" | "Warn" | "Ignore";
}
