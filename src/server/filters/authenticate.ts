/** Finds out who asks. A connection's certificate is looked at once. */
import type { Credentials, User } from "../../authn/index.ts";
import type { Call } from "../call.ts";
import type { Filter } from "../chain.ts";

const certificateUser = Symbol("the user of the connection's certificate");
const givenUser = Symbol("the user that an in-process client acts as");

/** The filter for the methods that are configured; in-process clients are who their server says they are. */
export function authenticate(identify: (credentials: Credentials) => Promise<User>): Filter {
  return async (call, next) => {
    call.user = await userOf(call, identify);
    await next();
  };
}

async function userOf(call: Call, identify: (credentials: Credentials) => Promise<User>): Promise<User> {
  const { peer } = call.exchange;
  const given = peer.memo.get(givenUser) as User | undefined;
  if (given) return given;
  const hasToken = call.exchange.header("authorization") !== undefined;
  const known = hasToken ? undefined : (peer.memo.get(certificateUser) as User | undefined);
  if (known) return known;
  const user = await identify({ tls: peer.tls, header: (name) => call.exchange.header(name) });
  if (!hasToken) peer.memo.set(certificateUser, user);
  return user;
}

/** The memo of a peer in this process that acts as `user`. */
export function actingAs(user: User): Map<symbol, unknown> {
  return new Map([[givenUser, user]]);
}
