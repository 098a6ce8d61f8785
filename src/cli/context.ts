/** The context that commands receive if they use a server. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import type { ChosenEntries, Impersonation, ResolvedConfig } from "../client/config/index.ts";
import type { Client } from "../client/index.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { Screen } from "./terminal.ts";
import type { DryRun } from "./writes/dry-run.ts";

/** The server, the terminal and the clock of a command. */
export interface ClientContext {
  readonly client: Client;
  /** Client that does not impersonate the user of `--as`. The same as `client` without this flag. */
  readonly caller: Client;
  /** The user of `--as`, whom `client` impersonates and `caller` does not. Absent without this flag. */
  readonly impersonated?: Impersonation;
  /** Names that the server uses. */
  readonly vocabulary: Vocabulary;
  /**
   * Returns the client configuration that the command line chooses.
   * @throws Error if there is none, or if it is invalid
   */
  readonly configuration: () => ServerConfiguration;
  /** Namespace of objects that name none. */
  readonly namespace: string;
  /** Whether the user specified `--namespace`. An object with another namespace is then an error. */
  readonly isNamespaceExplicit: boolean;
  /** Flags that choose the same server and user on another command line. */
  readonly serverFlags: readonly string[];
  readonly terminal: Screen;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** The server and the user of a client configuration. */
export interface ServerConfiguration {
  readonly config: ResolvedConfig;
  /** The chosen entries of the configuration files. Undefined if the configuration is that of a Pod. */
  readonly entries: ChosenEntries | undefined;
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
