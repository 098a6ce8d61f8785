/** An update that turns out to create its object needs the right to create. */
import type { Authorizer } from "../../authz/index.ts";
import { refusal } from "../filters/authorize.ts";
import type { EndpointCall } from "../served/resource-table.ts";

/** @throws StatusError 403 */
export async function authorizeCreation({ call, info }: EndpointCall, authorizer: Authorizer): Promise<void> {
  const attributes = { ...info, verb: "create" };
  const { decision, reason } = await authorizer(call.user, attributes);
  if (decision !== "allow") throw refusal(call.user.name, attributes, reason);
}
