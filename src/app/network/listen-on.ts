/** Opens ports. If a port cannot be opened, the error names the flags that choose another one. */
import { type AddressInfo, createServer, type Server } from "node:net";
import { reasonOf } from "../../base/reason-of.ts";
import type { Listener } from "../../server/transport/index.ts";
import { isErrno } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import { urlHost, withIpv6Brackets } from "./url-host.ts";

/** The address and port of a listener. */
export interface ListenAddress {
  readonly bindAddress: string;
  /** 0: a free port. */
  readonly port: number;
}

/**
 * Starts to listen.
 * @param reserved the port, if it was reserved before
 * @returns `host:port` at which clients on this machine reach the listener
 * @throws StartupError if the address or port is not available
 */
export async function listenOn(listener: Listener, bound: ListenAddress, reserved?: ReservedPort): Promise<string> {
  try {
    return `${urlHost(bound.bindAddress)}:${await listener.listen(reserved?.take())}`;
  } catch (error) {
    throw listenError(bound, error);
  }
}

/** Returns the error for an address or port that is not available. */
function listenError({ bindAddress, port }: ListenAddress, error: unknown): StartupError {
  const where = `${withIpv6Brackets(bindAddress)}:${port}`;
  const why = isErrno(error, "EADDRINUSE") ? "something else listens there" : reasonOf(error);
  return new StartupError(`cannot listen on ${where} (${why}); choose another --secure-port or --bind-address`, {
    cause: error,
  });
}

/**
 * A port that is reserved before anything else of a server is created. If the port is in use, the start fails without
 * having changed anything. Connections that arrive before the server is ready are reset. Disposing it releases the
 * port, unless a listener has taken it.
 */
export class ReservedPort implements AsyncDisposable {
  readonly server: Server;
  readonly #bindAddress: string;
  #isTaken = false;

  constructor(server: Server, bindAddress: string) {
    this.server = server;
    this.#bindAddress = bindAddress;
  }

  /** `host:port` at which clients on this machine reach the port. */
  get address(): string {
    return `${urlHost(this.#bindAddress)}:${(this.server.address() as AddressInfo).port}`;
  }

  /** Passes the port to a listener. */
  take(): Server {
    this.#isTaken = true;
    return this.server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isTaken) await new Promise((resolve) => this.server.close(resolve));
  }
}

/**
 * Opens a port that resets all connections until a listener takes it over.
 * @throws StartupError if the address or port is not available
 */
export async function reservePort(bound: ListenAddress): Promise<ReservedPort> {
  const server = createServer({ pauseOnConnect: true }, (socket) => socket.resetAndDestroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: bound.bindAddress, port: bound.port, backlog: 1024 }, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (error) {
    throw listenError(bound, error);
  }
  return new ReservedPort(server, bound.bindAddress);
}
