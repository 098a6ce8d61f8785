/** A port of this machine, opened: what cannot be had is said with the flags that choose another one. */
import { reasonOf } from "../base/reason-of.ts";
import type { Listener } from "../server/transport/index.ts";
import { isErrno } from "./files.ts";
import { StartupError } from "./startup-error.ts";
import { bracketed, urlHost } from "./url-host.ts";

export interface BoundTo {
  readonly bindAddress: string;
  /** 0: whichever is free. */
  readonly port: number;
}

/**
 * Listens.
 * @returns host and port by which clients on this machine reach it
 * @throws StartupError when the address or port is not to be had
 */
export async function listenOn(listener: Listener, { bindAddress, port }: BoundTo): Promise<string> {
  try {
    return `${urlHost(bindAddress)}:${await listener.listen()}`;
  } catch (error) {
    const where = `${bracketed(bindAddress)}:${port}`;
    const why = isErrno(error, "EADDRINUSE") ? "something else listens there" : reasonOf(error);
    throw new StartupError(`cannot listen on ${where} (${why}); choose another --secure-port or --bind-address`, {
      cause: error,
    });
  }
}
