/** Finds out who asks. A connection's certificate is looked at once. */
import type { Credentials, User } from "../../authn/index.ts";
import type { Call } from "../call.ts";
import type { Filter } from "../chain.ts";
import type { Exchange } from "../exchange.ts";

const certificateUser = Symbol("the user of the connection's certificate");
const givenUser = Symbol("the user that an in-process client acts as");

/** The filter for the methods that are configured; in-process clients are who their server says they are. */
export function authenticate(identify: (credentials: Credentials) => Promise<User>): Filter {
  return (call, next) => {
    const known = knownUser(call);
    // oxlint-disable-next-line promise/no-callback-in-promise -- an async function would keep its frame for a whole watch
    if (!known) return identified(call, identify).then(() => next());
    call.user = known;
    return next();
  };
}

/** Whom an earlier request of the connection has shown. */
function knownUser({ exchange }: Call): User | undefined {
  const { memo } = exchange.peer;
  const given = memo.get(givenUser) as User | undefined;
  return given ?? (hasToken(exchange) ? undefined : (memo.get(certificateUser) as User | undefined));
}

async function identified(call: Call, identify: (credentials: Credentials) => Promise<User>): Promise<void> {
  const { exchange } = call;
  const { tls, memo } = exchange.peer;
  call.user = await identify({ tls, header: (name) => exchange.header(name) });
  if (!hasToken(exchange)) memo.set(certificateUser, call.user);
}

function hasToken(exchange: Exchange): boolean {
  return exchange.header("authorization") !== undefined;
}

/** The memo of a peer in this process that acts as `user`. */
export function actingAs(user: User): Map<symbol, unknown> {
  return new Map([[givenUser, user]]);
}
