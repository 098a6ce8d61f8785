/** Names the authorizer that decided about an action. Reviews do not name it, so it is derived from the user and the reason. */
import { nodeNameOf } from "../../meta/access/node-identity.ts";
import { isPrivileged, privilegedGroup } from "../../meta/access/privileged-user.ts";
import type { AccessFindings } from "./access-findings.ts";

/** Beginning of the reason of an action that roles allow. */
const rbacReason = "RBAC: allowed by ";

/** Whether the server allows an action because of a role. */
export function isAllowedByRole({ status }: Pick<AccessFindings, "status">): boolean {
  return status.allowed && (status.reason ?? "").startsWith(rbacReason);
}

/** Returns the name of the authorizer, or the names of those that are possible. */
export function decidingAuthorizer(findings: Pick<AccessFindings, "user" | "status">): string {
  const { user, status } = findings;
  if (!status.allowed) return status.denied ? "Webhook, which denies it, so a role would not help" : "none allows it";
  if (isPrivileged(user)) return `none is asked: members of the group ${privilegedGroup} may do everything`;
  if (isAllowedByRole(findings)) return "RBAC";
  // Only RBAC and webhooks have reasons for what they allow.
  if (status.reason) return "Webhook";
  const isNode = nodeNameOf(user) !== undefined;
  return `${isNode ? "Node, " : ""}ABAC, AlwaysAllow or Webhook: the server gives no reason`;
}
