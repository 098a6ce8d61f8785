/**
 * Identifies the user of a request. A connection's certificate is read once. Its validity is checked against the clock
 * at each request.
 */
import {
  anonymous,
  type CredentialSource,
  certificateValidity,
  hasSpaceBeforeToken,
  isWithin,
  type User,
} from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Filter } from "../chain.ts";
import type { Call } from "../requests/call.ts";
import type { Exchange } from "../requests/exchange.ts";

const certificateUser = Symbol("the user of the connection's certificate");
const inProcessUser = Symbol("the user that an in-process client acts as");

/**
 * Returns the filter for the configured authentication methods. An in-process client is the user that its server
 * assigns.
 */
export function authenticate(identify: (credentials: CredentialSource) => Promise<User>, clock: Clock): Filter {
  return (call, next) => {
    const user = rememberedUser(call, clock);
    // oxlint-disable-next-line promise/no-callback-in-promise -- an async function would keep its frame for a whole watch
    if (!user) return identifyUser(call, identify).then(() => next());
    call.user = user;
    return next();
  };
}

/** Returns the user of an earlier request on the same connection, unless the certificate has expired since. */
function rememberedUser({ exchange }: Call, clock: Clock): User | undefined {
  const { tls, memo } = exchange.peer;
  const assignedUser = memo.get(inProcessUser) as User | undefined;
  if (assignedUser || hasToken(exchange)) return assignedUser;
  const authenticatedUser = memo.get(certificateUser) as User | undefined;
  return authenticatedUser && isWithin(certificateValidity(tls), clock.nowMs()) ? authenticatedUser : undefined;
}

async function identifyUser(call: Call, identify: (credentials: CredentialSource) => Promise<User>): Promise<void> {
  const { exchange } = call;
  const { tls, memo, endConnection } = exchange.peer;
  try {
    call.user = await identify({ tls, header: (name) => exchange.header(name) });
  } catch (error) {
    endConnection?.();
    throw error;
  }
  const isAnonymous = call.user.name === anonymous.name;
  if (isAnonymous && hasSpaceBeforeToken(exchange.header("authorization"))) call.warn(ignoredToken);
  if (!hasToken(exchange)) memo.set(certificateUser, call.user);
  // An anonymous client gets only a few requests per HTTP/2 connection, because one connection carries many requests at
  // little cost to the client.
  if (isAnonymous) endConnection?.();
}

function hasToken(exchange: Exchange): boolean {
  return exchange.header("authorization") !== undefined;
}

const ignoredToken = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/** Returns the `memo` of an in-process peer whose requests act as `user`. */
export function memoWithUser(user: User): Map<symbol, unknown> {
  return new Map([[inProcessUser, user]]);
}
