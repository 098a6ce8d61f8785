/** Distributes the connections of one port to the processes of a server. */
import type { Server, Socket } from "node:net";

/** A process that serves connections. */
export interface ConnectionTarget {
  /** Number of connections that were passed to the process and have not ended. */
  readonly openConnections: number;
  /** Passes a connection to the process. Nothing was read from it. */
  accept(socket: Socket): void;
}

/**
 * Passes each new connection to the process with the fewest open connections. Among equal ones, it takes the first. Leaving
 * the choice to the kernel would give long-lived connections to processes by chance
 * (docs/decisions/0009-worker-processes.md).
 */
export class ConnectionSpread {
  readonly #port: Server;

  /**
   * @param port a server that listens with `pauseOnConnect`
   * @param targets returns the processes that can serve connections at present; at least one
   */
  constructor(port: Server, targets: () => readonly [ConnectionTarget, ...ConnectionTarget[]]) {
    this.#port = port;
    port.removeAllListeners("connection");
    port.on("connection", (socket: Socket) => leastBusy(targets()).accept(socket));
  }

  /** Stops accepting connections. */
  close(): void {
    this.#port.close();
  }
}

function leastBusy([first, ...others]: readonly [ConnectionTarget, ...ConnectionTarget[]]): ConnectionTarget {
  return others.reduce((best, target) => (target.openConnections < best.openConnections ? target : best), first);
}

/** The main process itself, which counts the connections that it serves. */
export class OwnConnections implements ConnectionTarget {
  readonly #serve: (socket: Socket) => void;
  #openConnections = 0;

  /** @param serve serves a connection in this process */
  constructor(serve: (socket: Socket) => void) {
    this.#serve = serve;
  }

  get openConnections(): number {
    return this.#openConnections;
  }

  accept(socket: Socket): void {
    this.#openConnections++;
    socket.once("close", () => {
      this.#openConnections--;
    });
    this.#serve(socket);
  }
}
