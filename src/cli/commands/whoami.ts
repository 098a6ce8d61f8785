/** `orch whoami`: shows the user as whom the server authenticates requests. */
import { selfSubjectReview } from "../../api/authentication/v1/self-subject-review.ts";
import type { UserInfo } from "../../api/authentication/v1/user-info.ts";
import { compareText } from "../../base/compare-text.ts";
import { formatGroupResource } from "../../meta/group-version.ts";
import type { ClientContext } from "../context.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { printTable } from "../output/text-table.ts";
import { exitCodes } from "../terminal.ts";

/** Options of `orch whoami`. */
export type WhoamiCommand = FormOptions;

/** Prints the attributes of the user, or the whole SelfSubjectReview. @returns the exit code @throws CommandError */
export async function whoami(command: WhoamiCommand, context: ClientContext): Promise<number> {
  const { client, terminal, vocabulary, signal } = context;
  const form = await readForm(command, terminal);
  const review = await client.api(selfSubjectReview).create({ metadata: {} }, { signal });
  if (form) {
    const printer = form({ showManagedFields: false, isSingle: true });
    printer.add(review);
    printer.end();
    return exitCodes.fine;
  }
  if (command.output === "name") {
    const resource = selfSubjectReview.kind.toLowerCase();
    const title = formatGroupResource({ group: vocabulary.bind(selfSubjectReview.group), resource });
    // As kubectl prints an object without a name.
    terminal.out(`${title}/<unknown>\n`);
    return exitCodes.fine;
  }
  printTable({ titles: ["ATTRIBUTE", "VALUE"], rows: attributesOf(review.status?.userInfo ?? {}) }, terminal);
  return exitCodes.fine;
}

/** Returns a row for each attribute that the user has, in the form in which kubectl prints it. */
function attributesOf({ username = "", uid, groups, extra }: UserInfo): readonly (readonly string[])[] {
  const sortedExtra = Object.entries(extra ?? {}).toSorted(([one], [other]) => compareText(one, other));
  return [
    ["Username", username],
    ...(uid ? [["UID", uid]] : []),
    ...(groups && groups.length > 0 ? [["Groups", bracketed(groups)]] : []),
    ...sortedExtra.map(([key, values]) => [`Extra: ${key}`, bracketed(values ?? [])]),
  ];
}

function bracketed(values: readonly string[]): string {
  return `[${values.join(" ")}]`;
}
