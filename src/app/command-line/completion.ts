/** Completion of command lines, from the descriptions of commands and flags. */

import { type Candidate, type CompletionRequest, shells } from "../../cli/index.ts";
import { isListed } from "../flags/flag-help.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parseArguments } from "../flags/parse-flags.ts";
import { type Command, findCommand, listedCommands } from "./command.ts";

/** Candidates, `files` for paths, or a request for names that only the server knows. */
export type Completion = readonly Candidate[] | "files" | CompletionRequest;

/**
 * Returns what can complete a command line.
 * @param words after `orch`; the last one is incomplete
 */
export function completionOf(words: readonly string[], commands: readonly Command[]): Completion {
  const [name = "", ...rest] = words;
  if (rest.length === 0) return commandCandidates(commands);
  const command = findCommand(commands, name);
  if (!command) return [];
  const previousWords = rest.slice(0, -1);
  const currentWord = rest.at(-1) ?? "";
  const { flags } = command;
  const isEnded = previousWords.includes("--");
  const awaitingFlag = isEnded ? undefined : flagAwaitingValue(flags, previousWords.at(-1));
  if (awaitingFlag) return valueCompletions(awaitingFlag, "");
  if (currentWord.startsWith("--") && currentWord.includes("=") && !isEnded) {
    const equals = currentWord.indexOf("=");
    const spec = flags.find((one) => one.name === currentWord.slice(2, equals));
    return spec ? valueCompletions(spec, currentWord.slice(0, equals + 1)) : [];
  }
  if (currentWord.startsWith("-") && !isEnded) return flagCandidates(flags);
  return wordCompletions(command, { commands, previousWords, currentWord });
}

function commandCandidates(commands: readonly Command[]): readonly Candidate[] {
  return listedCommands(commands).map(({ name, summary }) => ({ text: name, doc: summary }));
}

/** Returns the flag whose value is the word after `last`. Undefined if that word is not the value of a flag. */
function flagAwaitingValue(flags: readonly FlagSpec[], last: string | undefined): FlagSpec | undefined {
  if (last === undefined || !last.startsWith("-") || last.includes("=")) return undefined;
  const spec = last.startsWith("--")
    ? flags.find(({ name }) => name === last.slice(2))
    : flags.find(({ short }) => short === last.at(-1));
  return spec?.type === "boolean" ? undefined : spec;
}

/**
 * Returns the completions of a flag's value.
 * @param prefix text before each value: `--output=`
 */
function valueCompletions(spec: FlagSpec, prefix: string): Completion {
  if (spec.type === "enum") {
    const openValues = (spec.openValues ?? []).map(({ name }) => `${name}=`);
    return [...spec.values, ...openValues].map((value) => ({ text: prefix + value }));
  }
  if (spec.type === "boolean") return ["true", "false"].map((value) => ({ text: prefix + value }));
  if (spec.type === "path" || spec.name === "filename") return "files";
  if (spec.name === "namespace") return { kind: "namespaces", prefix };
  return [];
}

function flagCandidates(flags: readonly FlagSpec[]): readonly Candidate[] {
  const listed = flags.filter(isListed);
  return [
    ...listed.map(({ name, doc }) => ({ text: `--${name}`, doc })),
    { text: "--help", doc: "Explains the command." },
  ];
}

interface Position {
  readonly commands: readonly Command[];
  readonly previousWords: readonly string[];
  readonly currentWord: string;
}

function wordCompletions(command: Command, { commands, previousWords, currentWord }: Position): Completion {
  const { words } = parseArguments(command.flags, previousWords);
  switch (command.words) {
    case "commands":
      return words.length === 0 ? commandCandidates(commands) : [];
    case "shells":
      return words.length === 0 ? shells.map((text) => ({ text })) : [];
    case "type":
      return words.length === 0 ? { kind: "types", prefix: "" } : [];
    case "files":
      return "files";
    case "objects":
      return objectCompletions(words, currentWord);
    default:
      return [];
  }
}

function objectCompletions(words: readonly string[], currentWord: string): Completion {
  const slash = currentWord.indexOf("/");
  if (slash > 0) return nameCompletion(currentWord.slice(0, slash), currentWord.slice(0, slash + 1));
  const [type] = words;
  if (type === undefined) return { kind: "types", prefix: currentWord.slice(0, currentWord.lastIndexOf(",") + 1) };
  return type.includes("/") ? { kind: "types", prefix: "" } : nameCompletion(type, "");
}

function nameCompletion(type: string, prefix: string): CompletionRequest {
  return { kind: "names", type, prefix };
}
