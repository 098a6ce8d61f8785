/** `orch auth why`: explains which role allows an action, or what is missing. */
import { selfSubjectReview } from "../../api/authentication/v1/self-subject-review.ts";
import { isPrivileged, privilegedGroup } from "../../meta/access/privileged-user.ts";
import { grantsOf, subjectOfUser } from "../../meta/access/role-grants.ts";
import type { User } from "../../meta/user.ts";
import type { ClientContext } from "../context.ts";
import { printable } from "../screen/printable.ts";
import { exitCodes } from "../terminal.ts";
import type { AccessFindings } from "./access-findings.ts";
import { reviewAccess } from "./can-i.ts";
import { describeAction, describeObject, describeRule, describeSubject } from "./describe-access.ts";
import { labelled } from "./labelled.ts";
import { listRoles } from "./list-roles.ts";
import { missingPermission } from "./missing-permission.ts";
import { type ActionWords, readScopedAction, warnAboutAction } from "./read-action.ts";
import { reportUnreadable } from "./report-unreadable.ts";
import { typesFor } from "./types-for.ts";

/** Options of `orch auth why`. */
export interface WhyCommand {
  readonly words: ActionWords;
}

/** Prints the explanation. @returns the exit code: 1 if the action is not allowed @throws StatusError */
export async function why({ words }: WhyCommand, context: ClientContext): Promise<number> {
  const { terminal, namespace, vocabulary } = context;
  const { action, type } = readScopedAction(words, namespace, await typesFor(words, context));
  warnAboutAction({ ...words, allNamespaces: true }, type, terminal);
  const [user, status, listed] = await Promise.all([
    askForUser(context),
    reviewAccess(action, context),
    listRoles(action.isResource ? action.namespace : "", context),
  ]);
  const findings: AccessFindings = { user, action, status, listed };
  const title = `${JSON.stringify(user.name)} ${status.allowed ? "may" : "may not"} ${describeAction(action)}`;
  const answer = status.allowed ? terminal.paint("green", "yes:") : terminal.paint("red", "no:");
  const lines = status.allowed ? permissionLines(findings) : missingPermission(findings, vocabulary);
  terminal.out([`${answer} ${printable(title)}`, ...lines.map(printable)].map((line) => `${line}\n`).join(""));
  reportUnreadable(listed, terminal);
  return status.allowed ? exitCodes.fine : exitCodes.failed;
}

/** Returns the user as whom the server authenticates the client, after impersonation. */
async function askForUser({ client, signal }: ClientContext): Promise<User> {
  const review = await client.api(selfSubjectReview).create({ metadata: {} }, { signal });
  const { username = "", groups } = review.status?.userInfo ?? {};
  return { name: username, groups: groups ?? [] };
}

function permissionLines({ user, action, status, listed }: AccessFindings): readonly string[] {
  const reason = status.reason ? [labelled("reason", status.reason)] : [];
  if (isPrivileged(user)) {
    return [
      labelled("authorizer", `none is asked: members of the group ${privilegedGroup} may do everything`),
      ...reason,
    ];
  }
  const [grant, ...others] = grantsOf(action, listed).flatMap((grant) => {
    const subject = subjectOfUser(user, grant.binding);
    return subject ? [{ ...grant, subject }] : [];
  });
  if (!grant) {
    const isUnknown = listed.unreadable.length > 0;
    const source = isUnknown ? "unknown: you may not read all roles and bindings" : "not RBAC, since no role allows it";
    return [labelled("authorizer", source), ...reason];
  }
  const more = others
    .slice(0, othersMax)
    .map(({ binding, role }) => `${describeObject(binding)}, ${describeObject(role)}`);
  return [
    labelled("authorizer", "RBAC"),
    labelled("binding", describeObject(grant.binding)),
    labelled("subject", describeSubject(grant.subject)),
    labelled("role", describeObject(grant.role)),
    labelled("rule", describeRule(grant.rule)),
    ...more.map((text, index) => labelled(index === 0 ? "also" : "", text)),
    ...(others.length > othersMax ? [labelled("", `and ${others.length - othersMax} more bindings`)] : []),
  ];
}

/** Further bindings that are shown. */
const othersMax = 5;
