/** `orch auth why`: explains which role allows an action, or what is missing. */
import { isPrivileged } from "../../meta/access/privileged-user.ts";
import { grantsOf, type RoleGrant, subjectOfUser } from "../../meta/access/role-grants.ts";
import type { ClientContext } from "../context.ts";
import { printable } from "../screen/printable.ts";
import { exitCodes } from "../terminal.ts";
import type { AccessFindings } from "./access-findings.ts";
import { decidingAuthorizer, isAllowedByRole } from "./deciding-authorizer.ts";
import { describeAction, describeObject, describeRule, describeSubject } from "./describe-access.ts";
import { labelled } from "./labelled.ts";
import { listRoles } from "./list-roles.ts";
import { missingPermission } from "./missing-permission.ts";
import { type ActionWords, readScopedAction, warnAboutAction } from "./read-action.ts";
import { reportUnreadable } from "./report-unreadable.ts";
import { reviewAccess, reviewUser } from "./review-access.ts";
import { typesFor } from "./types-for.ts";

/** Options of `orch auth why`. */
export interface WhyCommand {
  readonly words: ActionWords;
}

/** Prints the explanation. @returns the exit code: 1 if the action is not allowed @throws StatusError, CommandError */
export async function why({ words }: WhyCommand, context: ClientContext): Promise<number> {
  const { terminal, namespace, vocabulary } = context;
  const types = await typesFor(words, context);
  const { action, type } = readScopedAction(words, { namespace, types, vocabulary });
  warnAboutAction({ ...words, allNamespaces: true }, type, terminal);
  const [user, status, listed] = await Promise.all([
    reviewUser(context),
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

function permissionLines(findings: AccessFindings): readonly string[] {
  const { user, action, status, listed } = findings;
  const authorizer = labelled("authorizer", decidingAuthorizer(findings));
  const reason = status.reason ? [labelled("reason", status.reason)] : [];
  if (isPrivileged(user)) return [authorizer, ...reason];
  const grants = grantsOf(action, listed).flatMap((grant) => {
    const subject = subjectOfUser(user, grant.binding);
    return subject ? [{ ...grant, subject }] : [];
  });
  const [grant, ...others] = grants;
  // A caller who may not read all roles may know none that allows the action.
  if (!grant || !isAllowedByRole(findings)) return [authorizer, ...reason, ...grantLines("also", grants)];
  return [
    authorizer,
    labelled("binding", describeObject(grant.binding)),
    labelled("subject", describeSubject(grant.subject)),
    labelled("role", describeObject(grant.role)),
    labelled("rule", describeRule(grant.rule)),
    ...grantLines("also", others),
  ];
}

/** Returns a line for each of the first grants. */
function grantLines(label: string, grants: readonly RoleGrant[]): readonly string[] {
  const texts = grants
    .slice(0, othersMax)
    .map(({ binding, role }) => `${describeObject(binding)}, ${describeObject(role)}`);
  const rest = grants.length - texts.length;
  if (rest > 0) texts.push(`and ${rest} more bindings`);
  return texts.map((text, index) => labelled(index === 0 ? label : "", text));
}

/** Further bindings that are shown. */
const othersMax = 5;
