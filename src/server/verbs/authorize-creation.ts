/** Authorization of updates and patches that create their object. Their users also need the permission to create it. */
import type { Authorizer } from "../../meta/access/access-control.ts";
import { forbiddenError } from "../filters/authorize.ts";
import { type EndpointRequest } from "../served/endpoint.ts";

/** Checks that the user may create the object. @throws StatusError 403 */
export async function authorizeCreation({ call, info }: EndpointRequest, authorizer: Authorizer): Promise<void> {
  const attributes = { ...info, verb: "create" };
  const { decision, reason } = await authorizer(call.user, attributes);
  if (decision !== "allow") throw forbiddenError(call.user.name, attributes, reason);
}
