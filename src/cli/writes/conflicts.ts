/** Explains conflicts of an apply: which fields other managers own, and how to resolve that. */
import { StatusError } from "../../client/index.ts";
import { commandHint, type HintTarget } from "../command-hint.ts";
import type { ClientContext } from "../context.ts";
import { padTo, textWidth } from "../screen/text-width.ts";

/** Returns the explanation of a conflict. @returns undefined if the error is not a conflict of field managers */
export function describeConflicts(
  error: unknown,
  target: HintTarget,
  context: Pick<ClientContext, "serverFlags">,
): string | undefined {
  if (!(error instanceof StatusError) || error.code !== 409) return undefined;
  const causes = error.details?.causes?.filter(({ reason }) => reason === "FieldManagerConflict") ?? [];
  if (causes.length === 0) return undefined;
  const rows = causes.map(({ field = "", message = "" }) => [field, message.replace(/^conflict with /, "")] as const);
  const width = Math.max(...rows.map(([field]) => textWidth(field)));
  const [what, them] = rows.length === 1 ? ["a field is", "it"] : [`${rows.length} fields are`, "them"];
  return [
    `${what} owned by others, and would get another value:`,
    ...rows.map(([field, owner]) => `  ${padTo(field, width)}   ${owner}`),
    `Leave ${them} out of the manifest to let others decide, write the value that is there to share ${them}, or take ` +
      `${them} with --force-conflicts. \`${commandHint("owners", target, context)}\` shows who owns what.`,
  ].join("\n");
}
