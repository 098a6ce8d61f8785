/** A port of this machine, opened: what cannot be had is said with the flags that choose another one. */
import { createServer, type Server } from "node:net";
import { reasonOf } from "../../base/reason-of.ts";
import type { Listener } from "../../server/transport/index.ts";
import { isErrno } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import { bracketed, urlHost } from "./url-host.ts";

export interface BoundTo {
  readonly bindAddress: string;
  /** 0: whichever is free. */
  readonly port: number;
}

/**
 * Listens.
 * @param reserved the port, where it was taken before
 * @returns host and port by which clients on this machine reach it
 * @throws StartupError when the address or port is not to be had
 */
export async function listenOn(listener: Listener, bound: BoundTo, reserved?: ReservedPort): Promise<string> {
  try {
    return `${urlHost(bound.bindAddress)}:${await listener.listen(reserved?.take())}`;
  } catch (error) {
    throw cannotListen(bound, error);
  }
}

/** Returns the error for an address or port that is not to be had. */
function cannotListen({ bindAddress, port }: BoundTo, error: unknown): StartupError {
  const where = `${bracketed(bindAddress)}:${port}`;
  const why = isErrno(error, "EADDRINUSE") ? "something else listens there" : reasonOf(error);
  return new StartupError(`cannot listen on ${where} (${why}); choose another --secure-port or --bind-address`, {
    cause: error,
  });
}

/**
 * A port that is taken before anything else of a server is made, so that a port in use is reported without a trace of the
 * start. Connections that come before the server is ready are reset. Disposing it the port gives it back, unless a listener has
 * taken it over.
 */
export class ReservedPort implements AsyncDisposable {
  readonly server: Server;
  #isTaken = false;

  constructor(server: Server) {
    this.server = server;
  }

  /** Hands the port over to a listener. */
  take(): Server {
    this.#isTaken = true;
    return this.server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isTaken) await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Takes a port. @throws StartupError when the address or port is not to be had */
export async function reservePort(bound: BoundTo): Promise<ReservedPort> {
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
    throw cannotListen(bound, error);
  }
  return new ReservedPort(server);
}
