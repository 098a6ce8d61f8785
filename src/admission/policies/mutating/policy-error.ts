/** The response to a request whose mutating policies fail. */
import type { StatusReason } from "../../../meta/status.ts";
import { StatusError } from "../../../meta/status-error.ts";
import { type AdmissionRequest, rejectedRequest } from "../../plugin.ts";

/** Why a policy denies a request. */
export interface PolicyFailure {
  readonly policy: string;
  /** Undefined if the policy itself cannot be used. */
  readonly binding: string | undefined;
  readonly message: string;
  /** Undefined if the policy or the binding cannot be used. */
  readonly reason: StatusReason | undefined;
}

/** Returns the error of a request. The first failure decides about message and reason. */
export function policyError(request: AdmissionRequest, failures: readonly [PolicyFailure, ...PolicyFailure[]]): Error {
  const [{ reason = "Forbidden" }] = failures;
  const messages = failures.map(textOf);
  const causes = messages.map((message) => ({ message }));
  const { details } = rejectedRequest(request, "", causes);
  return new StatusError(403, messages[0] ?? "", { reason, ...(details ? { details } : {}) });
}

function textOf({ policy, binding, message }: PolicyFailure): string {
  const by = binding === undefined ? JSON.stringify(policy) : `'${policy}' with binding '${binding}'`;
  return `policy ${by} denied request: ${message}`;
}
