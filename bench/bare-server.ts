/** The bare server's process, seen from the bench. */
import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Target } from "./load/job.ts";
import { spawnOn, stop } from "./process.ts";
import type { BareConfig, BareEmit } from "./raw/bare-server.ts";

export interface BareAnswers {
  readonly body?: Buffer;
  readonly encoding?: string;
  readonly item?: Buffer;
  readonly itemCount?: number;
}

export class BareServer implements AsyncDisposable {
  readonly target: Target;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, target: Target) {
    this.#child = child;
    this.target = target;
  }

  /** @param serving certificate, key and who vouches for them, in PEM */
  static async start(
    serving: { readonly cert: string; readonly key: string; readonly ca: string },
    { body = Buffer.alloc(0), encoding = "", item = Buffer.alloc(0), itemCount = 0 }: BareAnswers,
  ): Promise<BareServer> {
    const program = join(import.meta.dirname, "raw/bare-server.ts");
    const child = spawnOn("measured", ["--import", "tsx", program], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const { cert, key, ca } = serving;
    const config: BareConfig = {
      kind: "serve",
      cert,
      key,
      body: body.toString("base64"),
      encoding,
      item: item.toString("base64"),
      itemCount,
    };
    const answered = once(child, "message");
    child.send(config);
    const [{ port }] = (await answered) as [{ port: number }];
    return new BareServer(child, { host: "127.0.0.1", port, ca });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Writes an event of so many bytes to every watcher, so many times. */
  emit(bytes: number, times: number): void {
    const message: BareEmit = { kind: "emit", bytes, times };
    this.#child.send(message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child);
  }
}
