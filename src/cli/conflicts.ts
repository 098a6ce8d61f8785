/** Why an apply was not done: which fields others own, and what whoever applies can do about it. */
import { StatusError } from "../client/index.ts";
import { padTo, textWidth } from "./screen/text-width.ts";

export interface ConflictPlace {
  /** `deployment.apps/web` */
  readonly title: string;
  /** Empty for what lies in none. */
  readonly namespace: string;
}

/** @returns undefined for an error that speaks of no owners */
export function describeConflicts(error: unknown, { title, namespace }: ConflictPlace): string | undefined {
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
      `${them} with --force-conflicts. \`orch owners ${title}${namespace === "" ? "" : ` -n ${namespace}`}\` shows who owns what.`,
  ].join("\n");
}
