/** Starts the process of `raw/bare-server.ts` and sends it messages. */
import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadTarget } from "./load/job.ts";
import { spawnOnCore, stop } from "./process.ts";
import type { BareServerConfig, BareServerEvents } from "./raw/bare-server.ts";

/** Responses of the bare server. Everything is empty by default. */
export interface BareServerResponses {
  readonly body?: Buffer;
  readonly encoding?: string;
  readonly item?: Buffer;
  readonly itemCount?: number;
}

/** The running process of the bare server. */
export class BareServer implements AsyncDisposable {
  readonly target: LoadTarget;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, target: LoadTarget) {
    this.#child = child;
    this.target = target;
  }

  /**
   * Starts the server and waits until it listens.
   * @param serving certificate and key of the server, and the certificate authority that signed them, in PEM
   */
  static async start(
    serving: { readonly cert: string; readonly key: string; readonly ca: string },
    { body = Buffer.alloc(0), encoding = "", item = Buffer.alloc(0), itemCount = 0 }: BareServerResponses,
  ): Promise<BareServer> {
    const program = join(import.meta.dirname, "raw/bare-server.ts");
    const child = spawnOnCore("measured", ["--import", "tsx", program], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const { cert, key, ca } = serving;
    const config: BareServerConfig = {
      kind: "serve",
      cert,
      key,
      body: body.toString("base64"),
      encoding,
      item: item.toString("base64"),
      itemCount,
    };
    const portMessage = once(child, "message");
    child.send(config);
    const [{ port }] = (await portMessage) as [{ port: number }];
    return new BareServer(child, { host: "127.0.0.1", port, ca });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Writes this many times an event of this many bytes to every watcher. Returns before the events are written. */
  emit(bytes: number, times: number): void {
    const message: BareServerEvents = { kind: "emit", bytes, times };
    this.#child.send(message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child);
  }
}
