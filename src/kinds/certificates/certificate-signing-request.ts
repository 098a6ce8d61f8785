import type { CertificateSigningRequest } from "../../api/index.ts";
import { writableCopy } from "../../base/json-tree.ts";
import type { HookContext, KindHooks } from "../../schema/index.ts";
import { keepDecisions, stampConditions } from "./certificate-conditions.ts";
import { certificateSigningRequestColumns } from "./certificate-signing-request-columns.ts";
import { decisionErrors, reissueErrors } from "./decision-rules.ts";
import { requestErrors } from "./signing-request-rules.ts";

/** Hooks of CertificateSigningRequests: requesting user, decisions, certificates, columns. */
export const certificateSigningRequestHooks: KindHooks<CertificateSigningRequest> = {
  nameFormat: "anyName",
  prepareForCreate: signWithUser,
  prepareForUpdate: (request, old, { nowMs }, subresource) => {
    if (subresource === "") request.spec = writableCopy(old.spec);
    if (subresource === "status") keepDecisions(request, old);
    if (subresource !== "") stampConditions(request, old, nowMs);
  },
  validateCreate: (request, context) => requestErrors(request, undefined, context),
  validateUpdate: (request, old, context, subresource) => [
    ...requestErrors(request, old, context),
    ...decisionErrors(request, old, subresource),
    ...reissueErrors(request, old),
  ],
  columns: certificateSigningRequestColumns,
};

/** Sets the requesting user to the user of the request. Values from the client are discarded. */
function signWithUser({ spec }: CertificateSigningRequest, { user }: HookContext): void {
  for (const field of ["username", "uid", "groups", "extra"] as const) delete spec[field];
  if (!user) return;
  const { name, uid = "", groups, extra = {} } = user;
  const extras = Object.entries(extra).map(([key, values]) => [key, [...values]] as const);
  Object.assign(spec, { username: name, uid, groups: [...groups], extra: Object.fromEntries(extras) });
}
