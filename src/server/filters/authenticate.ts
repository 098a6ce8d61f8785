/**
 * Identifies the user of a request. It does not wait for anything if the server has seen the credentials before. Then it removes
 * the credentials from the request, so that nothing later reads them or passes them on.
 */
import {
  type AuthenticationMetrics,
  type AuthenticationOutcome,
  type Authenticator,
  commonAudiences,
  credentialRemover,
  isAnonymous,
  isRecognized,
  type RecognizedUser,
  type User,
  type UserHeaders,
} from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import { unauthorized } from "../../meta/status-error.ts";
import type { Filter } from "../chain.ts";
import type { Call } from "../requests/call.ts";
import { CallCredentials } from "../requests/call-credentials.ts";
import { closeAfterResponse } from "../requests/close-after-response.ts";

const inProcessUser = Symbol("the user that an in-process client acts as");

/** The authentication of a server. */
export interface RequestAuthentication {
  readonly identify: Authenticator;
  /** Names of this API. A token must be valid for one of them. Empty: the audiences of tokens are not checked. */
  readonly ownAudiences: readonly string[];
  /** The headers in which configured proxies pass users. Undefined if there are none. */
  readonly proxyHeaders: UserHeaders | undefined;
  /** Whether HTTP/2 connections stay open after requests of anonymous clients. Default: false. */
  readonly keepsAnonymousConnections?: boolean;
}

/**
 * Returns the filter that identifies users. An in-process client is the user that its server assigns.
 * @param onFailure called before the response to a request whose user is not identified
 */
export function authenticate(
  { identify, ownAudiences, proxyHeaders, keepsAnonymousConnections = false }: RequestAuthentication,
  metrics: AuthenticationMetrics,
  clock: Clock,
  onFailure: (call: Call) => void = () => undefined,
): Filter {
  const removeCredentials = credentialRemover(proxyHeaders);
  // An anonymous client gets only a few requests per HTTP/2 connection, because one connection carries many requests at
  // little cost to the client.
  const endConnection = ({ exchange: { peer } }: Call): void => {
    if (!keepsAnonymousConnections) peer.endConnection?.();
  };
  const settle = (call: Call, credentials: CallCredentials, outcome: AuthenticationOutcome): void => {
    const durationMs = clock.monotonicMs() - credentials.startedMs;
    if (!isAccepted(outcome, ownAudiences)) {
      metrics.countAttempt(outcome === undefined ? "failure" : "error", durationMs);
      onFailure(call);
      for (const [name, value] of outcome?.annotations ?? []) call.annotate(name, value);
      endConnection(call);
      if (isNewConnectionNeeded(outcome)) closeAfterResponse(call);
      reject(call, outcome);
    }
    metrics.countAttempt("success", durationMs, outcome.user.name);
    removeCredentials(credentials);
    call.user = outcome.user;
    for (const text of outcome.warnings ?? []) call.warn(text);
    for (const [name, value] of outcome.annotations ?? []) call.annotate(name, value);
    if (isAnonymous(outcome.user)) endConnection(call);
  };
  return (call, next) => {
    const assignedUser = call.exchange.peer.memo.get(inProcessUser) as User | undefined;
    if (assignedUser) {
      call.user = assignedUser;
      return next(call);
    }
    const credentials = new CallCredentials(call, clock.monotonicMs());
    const outcome = identify(credentials, ownAudiences);
    if (outcome instanceof Promise) {
      const settled = outcome.then((later) => settle(call, credentials, later));
      // oxlint-disable-next-line promise/no-callback-in-promise -- an async function would keep its frame for a whole watch
      return settled.then(() => next(call));
    }
    settle(call, credentials, outcome);
    return next(call);
  };
}

/** Whether a user was recognized whose credentials are valid for this API. */
function isAccepted(outcome: AuthenticationOutcome, ownAudiences: readonly string[]): outcome is RecognizedUser {
  if (!isRecognized(outcome)) return false;
  const { audiences = [] } = outcome;
  return ownAudiences.length === 0 || audiences.length === 0 || commonAudiences(ownAudiences, audiences).length > 0;
}

function isNewConnectionNeeded(outcome: AuthenticationOutcome): boolean {
  return outcome !== undefined && !isRecognized(outcome) && outcome.needsNewConnection;
}

function reject(call: Call, outcome: AuthenticationOutcome): never {
  if (outcome !== undefined) {
    const reason = isRecognized(outcome) ? "the credentials are for other audiences" : outcome.message;
    call.logger.info("a request could not be authenticated", { id: call.id, reason });
  }
  throw unauthorized();
}

/** Returns the `memo` of an in-process peer whose requests act as `user`. */
export function memoWithUser(user: User): Map<symbol, unknown> {
  return new Map([[inProcessUser, user]]);
}
