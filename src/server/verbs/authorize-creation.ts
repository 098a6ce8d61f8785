/** Authorization of updates and patches that create their object. Their users also need the permission to create it. */
import type { Authorizer } from "../../meta/access/access-control.ts";
import { internalError } from "../../meta/status-error.ts";
import { forbiddenError } from "../filters/authorize.ts";
import { type EndpointRequest } from "../served/endpoint.ts";

/** Checks that the user may create the object. @throws StatusError 403; 500 if no authorizer allows it and one failed */
export async function authorizeCreation({ call, info }: EndpointRequest, authorizer: Authorizer): Promise<void> {
  const attributes = { ...info, verb: "create" };
  const { decision, reason, error } = await authorizer(call.user, attributes);
  if (decision === "allow") return;
  throw error === undefined ? forbiddenError(call.user.name, attributes, reason) : internalError(error);
}
