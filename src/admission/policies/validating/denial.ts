/** The response to a request that a policy denies. */
import type { StatusReason } from "../../../meta/status.ts";
import { StatusError } from "../../../meta/status-error.ts";
import { type AdmissionRequest, rejectedRequest } from "../../plugin.ts";

/** A denial by a policy. */
export interface Denial {
  readonly policy: string;
  /** Undefined if the policy itself cannot be used. */
  readonly binding: string | undefined;
  readonly message: string;
  /** Undefined for errors. */
  readonly reason: StatusReason | undefined;
}

/** Codes of the reasons that a validation can have. */
const codes: Readonly<Partial<Record<StatusReason, number>>> = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
};
const invalidCode = 422;

/** Returns the error of a denied request. */
export function denialError(
  request: AdmissionRequest,
  { policy, binding, message, reason = "Invalid" }: Denial,
): Error {
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`;
  const why = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const { message: text, details } = rejectedRequest(request, why, [{ message: why }]);
  return new StatusError(codes[reason] ?? invalidCode, text, { reason, ...(details ? { details } : {}) });
}
