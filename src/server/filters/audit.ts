/** Records requests for the audit log. It runs after authentication, so that the policy can name users. */
import type { Auditor, RequestFacts } from "../../audit/index.ts";
import type { User } from "../../authn/index.ts";
import type { Filter, Next } from "../chain.ts";
import { plainInternalError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import { isProfile, opensConnection } from "../requests/long-running.ts";
import { sourceIps } from "../requests/source-ips.ts";

/** Returns the filter. Requests that the policy does not record pass it unchanged. */
export function audit(auditor: Auditor): Filter {
  return (call, next) => {
    const recorded = auditor.auditOf(factsOf(call, call.user), call);
    if (!recorded) return next(call);
    call.audit = recorded;
    call.onEnd(completeAudit);
    const stored = recorded.receive();
    // Without the strict mode, the event is stored while the request is processed, and before the response is sent.
    if (!stored || !auditor.isStrict) return next(call);
    return nextIfStored(stored, { call, next, auditor });
  };
}

interface UndecidedCall {
  readonly call: Call;
  readonly next: Next;
  readonly auditor: Auditor;
}

async function nextIfStored(stored: Promise<boolean>, { call, next, auditor }: UndecidedCall): Promise<void> {
  if (!(await stored)) reject(call, auditor);
  await next(call);
}

function reject(call: Call, auditor: Auditor): never {
  auditor.metrics.countRejected();
  call.audit = undefined;
  throw plainInternalError(call, "failed to store audit event");
}

/** Records the end of a request whose response has not done so: of a watch, and of a request whose client has left. */
function completeAudit(call: Call): void {
  void call.audit?.complete(call.status);
}

/**
 * Returns a function that records a request which fails before its user is known. As in the reference, it has one event, when the
 * response begins.
 */
export function auditFailure(auditor: Auditor): (call: Call) => void {
  return (call) => {
    const recorded = auditor.auditOf({ ...factsOf(call, undefined), isRejectedEarly: true }, call);
    if (recorded) call.audit = recorded;
  };
}

const userAgentCharsMax = 1024;

function factsOf(call: Call, user: User | undefined): RequestFacts {
  const { exchange, info } = call;
  const userAgent = exchange.header("user-agent") ?? "";
  return {
    auditId: call.auditId,
    uri: withoutToken(exchange.target),
    attributes: info,
    user,
    sourceIps: sourceIps(exchange),
    userAgent:
      userAgent.length > userAgentCharsMax ? `${userAgent.slice(0, userAgentCharsMax)}...TRUNCATED` : userAgent,
    receivedMs: call.startedMs,
    isLongRunning: lastsLong(call),
    isRejectedEarly: false,
  };
}

/** Removes a token from a query. This server does not read it there, but a client may have sent a valid one. */
function withoutToken(target: string): string {
  return target.includes("access_token=") ? target.replaceAll(/([?&]access_token=)[^&]*/g, "$1REDACTED") : target;
}

/** Whether the request has an event when its response begins. */
function lastsLong(call: Call): boolean {
  return call.info.verb === "watch" || opensConnection(call) || isProfile(call);
}
