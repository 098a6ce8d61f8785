/** `orch auth can-i`: asks the server whether it allows an action, or which actions it allows. */
import { selfSubjectRulesReview } from "../../api/authorization/v1/self-subject-rules-review.ts";
import type { ClientContext } from "../context.ts";
import { printTable } from "../output/text-table.ts";
import { printable } from "../screen/printable.ts";
import { exitCodes } from "../terminal.ts";
import { accessRows } from "./access-rows.ts";
import { type ActionWords, readAction, warnAboutAction } from "./read-action.ts";
import { reviewAccess } from "./review-access.ts";
import { typesFor } from "./types-for.ts";

/** Options of `orch auth can-i` about one action. */
export interface CanICommand {
  readonly words: ActionWords;
  /** Whether the result is only the exit code. */
  readonly isQuiet: boolean;
}

/** Prints `yes` or `no`. @returns the exit code: 1 if the action is not allowed @throws StatusError, CommandError */
export async function canI({ words, isQuiet }: CanICommand, context: ClientContext): Promise<number> {
  const { terminal, namespace } = context;
  const { action, type } = readAction(words, namespace, await typesFor(words, context));
  warnAboutAction(words, type, terminal);
  const { allowed, reason, evaluationError } = await reviewAccess(action, context);
  const details = [reason, evaluationError].filter((text) => text !== undefined && text !== "");
  const answer = allowed ? "yes" : ["no", ...details].join(" - ");
  if (!isQuiet) terminal.out(`${printable(answer)}\n`);
  return allowed ? exitCodes.fine : exitCodes.failed;
}

/** With the gap between columns, the column width of kubectl. */
const widthMin = 3;
const titles = ["Resources", "Non-Resource URLs", "Resource Names", "Verbs"];

/** Prints the allowed actions in a namespace. @returns the exit code @throws StatusError */
export async function listAccess(
  { hasHeaders }: { readonly hasHeaders: boolean },
  { client, namespace, terminal, signal }: ClientContext,
): Promise<number> {
  const review = await client.api(selfSubjectRulesReview).create({ metadata: {}, spec: { namespace } }, { signal });
  const { resourceRules = [], nonResourceRules = [], incomplete, evaluationError = "" } = review.status ?? {};
  if (incomplete) {
    const warning = printable(`the list may be incomplete: ${evaluationError}`);
    terminal.error(`${terminal.paint("yellow", "warning:")} ${warning}\n`);
  }
  const rows = accessRows([...(resourceRules ?? []), ...(nonResourceRules ?? [])]);
  printTable({ titles, rows, hasHeaders, widthMin }, terminal);
  return exitCodes.fine;
}
