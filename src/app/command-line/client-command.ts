/** Commands that connect to a server. */
import { type ClientContext, exitCodes } from "../../cli/index.ts";
import type { ConnectionChoice } from "../connection/client-context.ts";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseArguments, parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type Command, type CommandDescription, commandGroups } from "./command.ts";
import { colorFlag, connectionOf, namespaceFlag, serverChoiceFlags } from "./connection-flags.ts";
import { runClientCommand } from "./run-client-command.ts";

/** Description and work of one command that connects to a server. */
export interface ClientCommandSpec<Flags extends readonly FlagSpec[], Options>
  extends Omit<CommandDescription, "group"> {
  /** Flags of the command besides those of the connection, which `clientCommand` adds. */
  readonly flags: Flags;
  /** Whether it has `--namespace`. Default: true. */
  readonly hasNamespace?: boolean;
  /** Whether it has arguments that are not flags. Default: true. */
  readonly takesWords?: boolean;
  /** Exit code if the command fails as a whole. Default: 1. */
  readonly failureCode?: number;
  /** Returns the options of the command. `explicitValues` holds only the flags on the command line, without defaults. */
  readonly options: (
    values: FlagValues<Flags[number]>,
    words: readonly string[],
    explicitValues: ExplicitValues<Flags[number]>,
  ) => Options;
  /** Does the work. Returns the exit code. */
  readonly execute: (options: Options, context: ClientContext) => Promise<number>;
}

/** The server that a command line chooses, and the options of the command. */
export interface ClientInvocation<Options = unknown> {
  readonly connection: ConnectionChoice;
  readonly options: Options;
  /** Messages about deprecated flags and values, which are printed to standard error. */
  readonly warnings?: readonly string[];
}

/** A command that connects to a server. */
export interface ClientCommand<Options = unknown> extends Command<ClientInvocation<Options>> {
  /** Does the work with a context that the caller has made. Returns the exit code. */
  execute(options: Options, context: ClientContext): Promise<number>;
}

/** Returns a command that connects to the server of the client configuration. */
export function clientCommand<const Flags extends readonly FlagSpec[], Options>(
  spec: ClientCommandSpec<Flags, Options>,
): ClientCommand<Options> {
  const {
    options: optionsOf,
    hasNamespace = true,
    takesWords = true,
    failureCode = exitCodes.failed,
    execute,
    ...description
  } = spec;
  const ownFlags: readonly Flags[number][] = spec.flags;
  const flags = [...ownFlags, colorFlag, ...(hasNamespace ? [namespaceFlag] : []), ...serverChoiceFlags];
  return {
    ...description,
    group: commandGroups.objects,
    program: "client",
    flags,
    execute,
    read(args) {
      const { explicitValues, problems, warnings, words } = takesWords
        ? parseArguments<FlagSpec>(flags, args)
        : { ...parseFlags<FlagSpec>(flags, args), words: [] };
      if (problems.length > 0) throw new UsageError(problems);
      const values = withDefaults<Flags[number]>(ownFlags, explicitValues);
      return {
        connection: connectionOf(explicitValues),
        options: optionsOf(values, words, explicitValues),
        ...(warnings ? { warnings } : {}),
      };
    },
    async run({ connection, options, warnings = [] }) {
      const { name } = description;
      for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
      return await runClientCommand({ name, connection, failureCode, execute: (context) => execute(options, context) });
    },
  };
}
