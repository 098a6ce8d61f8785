/** Reports a server whose vocabulary is not that of the command. */
import { StatusError } from "../../client/index.ts";
import { vocabularies, vocabularyNames } from "../../meta/vocabulary.ts";
import type { ClientContext } from "../context.ts";
import { describeRejection } from "../failures.ts";
import { CommandError } from "../terminal.ts";
import { serverVocabulary } from "./server-vocabulary.ts";

type VocabularyContext = Pick<ClientContext, "caller" | "vocabulary" | "signal">;

/**
 * Checks that the server has the names of the command's vocabulary. A server whose types the user may not read is not checked.
 * @param failure what the server rejected because of this. Default: nothing
 * @throws CommandError that names the flag to use
 */
export async function requireVocabulary(
  { caller, vocabulary, signal }: VocabularyContext,
  failure?: StatusError | CommandError,
): Promise<void> {
  const { types } = await caller.servedTypes({ signal }).catch((error: unknown) => {
    if (error instanceof StatusError) return { types: [] };
    throw error;
  });
  const other = vocabularyNames.find((name) => vocabularies[name] === serverVocabulary(types, vocabulary));
  if (other === undefined || vocabularies[other] === vocabulary) return;
  const advice =
    `the server has the names of --vocabulary=${other}; repeat the command with this flag and --kubeconfig, ` +
    "because the vocabulary also determines which configuration is the default";
  const rejection = failure instanceof StatusError ? describeRejection(failure) : failure?.message;
  throw new CommandError([rejection, advice].filter((line) => line !== undefined).join("\n"), { cause: failure });
}

/**
 * Runs the work of a command. If the server does not know a name, and has another vocabulary than the command, the error says so.
 * @throws CommandError, or the error of the work
 */
export async function explainingVocabulary<T>(context: VocabularyContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnknownName(error)) await requireVocabulary(context, error);
    throw error;
  }
}

/** Whether the server rejected a path, an object or a version that it does not have. */
function isUnknownName(error: unknown): error is StatusError | CommandError {
  const rejection = error instanceof CommandError ? error.cause : error;
  const isRejection = error instanceof CommandError || error instanceof StatusError;
  return isRejection && rejection instanceof StatusError && [400, 404].includes(rejection.code);
}
