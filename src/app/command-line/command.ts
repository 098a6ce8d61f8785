/** Describes commands of `orch`. Each command is a file of `app/commands/`. */
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";

/** Headings under which `orch help` lists the commands. */
export const commandGroups = {
  servers: "Servers",
  objects: "Objects",
  manifests: "Manifests without a server",
  others: "Others",
} as const;

/** Description of a command for help, completion and documentation. */
export interface CommandDescription {
  readonly name: string;
  /** Heading under which the list of commands shows it: one of `commandGroups`. */
  readonly group: (typeof commandGroups)[keyof typeof commandGroups];
  /** The rest of the usage line, after the name. */
  readonly usage: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Paragraphs for the help of the command itself. */
  readonly doc: readonly string[];
  /** Command lines, and what they do. */
  readonly examples?: readonly (readonly [line: string, effect: string])[];
  /** Kind of names to which shells complete the words of the command. Default: none. */
  readonly words?: "objects" | "type" | "commands" | "shells" | "files";
  /** The command works, but help and completion do not list it. */
  readonly isHidden?: boolean;
  /** Whether `docs/commands.md` has a section about it. Default: true. */
  readonly hasSection?: boolean;
}

/** A command: its description, its flags, and the work that it does. */
export interface Command<Options = unknown> extends CommandDescription {
  readonly flags: readonly FlagSpec[];
  /**
   * The built program that runs the command: `server` has everything, `client` starts sooner because it has no code of
   * servers. Commands of the program `server` load what only they need by dynamic imports in `read` and `run`.
   */
  readonly program: "client" | "server";
  /** `read` gets all arguments: `--help` among them is no request for the help of this command. Default: false. */
  readonly takesRawArguments?: boolean;
  /**
   * Returns the options that the arguments after the command's name describe.
   * @throws UsageError with every problem
   */
  read(args: readonly string[], context: ReadContext): Options | Promise<Options>;
  /** Does the work. Returns the exit code of the process. */
  run(options: Options): Promise<number>;
}

/** Everything that determines the meaning of arguments besides the command. */
export interface ReadContext {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Width of the terminal, for help. */
  readonly columns: number;
  /** All commands of the program, in the order in which help lists them. */
  readonly commands: readonly Command[];
  /** Returns the vocabulary of the cluster in a data directory, or undefined if it holds no cluster. */
  readonly recordedVocabulary?: (dataDir: string) => VocabularyName | undefined;
}

/** Returns the commands that help and completion list. */
export function listedCommands(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ isHidden }) => !isHidden);
}

/** Returns the command with this name, or undefined if there is none. */
export function findCommand(commands: readonly Command[], name: string): Command | undefined {
  return commands.find((command) => command.name === name);
}
