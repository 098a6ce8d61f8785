/** Runs servers of the built `orch` as processes, for tests that need a real process. */
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { storeFlags } from "./test-store.ts";
import { WireClient } from "./wire-client.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readyLine = /^orch(?: controller-manager)? is ready at (https:\/\/\S+)\n/m;

/** Maximum time to wait for an event of the process. */
const waitMaxMs = 20_000;

/** Builds the program unless the build is up to date. Errors of the build are printed. */
export async function buildProgram(): Promise<void> {
  const child = spawn(process.execPath, ["tools/setup.mjs"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error("the program could not be built; see the errors above");
}

/** A running `orch` server. Disposal kills it. */
export class OrchProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  /** Emits `change` when the process prints or ends. */
  readonly #events = new EventEmitter();
  #stdout = "";
  #stderr = "";
  #exitCode: number | undefined;
  #failure: Error | undefined;

  /**
   * @param args arguments, starting with the command
   * @param nodeFlags flags of Node
   * @param programRoot folder with `bin/` and `dist/`; default: this checkout
   */
  constructor(args: readonly string[], nodeFlags: readonly string[] = [], programRoot: string = root) {
    const command = [...nodeFlags, "bin/orch.js", ...args, ...storeFlags(args)];
    this.#child = spawn(process.execPath, command, { cwd: programRoot, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#events.emit("change");
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#events.emit("change");
    });
    this.#child.once("error", (error) => this.#end(undefined, error));
    this.#child.once("close", (code, signal) => {
      if (code === null) this.#end(undefined, new Error(`the process was ended by ${signal}:\n${this.#stderr}`));
      else this.#end(code, undefined);
    });
  }

  /** Resolves with the server's URL once the process has printed that it is ready. */
  async waitUntilReady(): Promise<string> {
    await this.#until("is ready", () => readyLine.test(this.#stdout));
    return readyLine.exec(this.#stdout)?.[1] ?? "";
  }

  /** Resolves once standard error contains `text`. */
  async waitForLog(text: string): Promise<void> {
    await this.#until(`logs ${JSON.stringify(text)}`, () => this.#stderr.includes(text));
  }

  /** Resolves with the exit code once the process has ended. */
  async waitForExit(): Promise<number> {
    await this.#until("ends", () => this.#exitCode !== undefined);
    return this.#exitCode ?? 0;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  signal(name: "SIGTERM" | "SIGINT"): void {
    this.#child.kill(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
  }

  get #hasEnded(): boolean {
    return this.#exitCode !== undefined || this.#failure !== undefined;
  }

  /** @param event completes "before the process …", for errors */
  async #until(event: string, condition: () => boolean): Promise<void> {
    const signal = AbortSignal.timeout(waitMaxMs);
    while (!condition()) {
      if (this.#failure) throw this.#failure;
      if (this.#exitCode !== undefined) throw new Error(`the process ended with ${this.#exitCode}:\n${this.#stderr}`);
      await once(this.#events, "change", { signal }).catch((cause: unknown) => {
        const text = `${waitMaxMs / 1000} seconds have passed before the process ${event}:\n${this.#stderr}`;
        throw new Error(text, { cause });
      });
    }
  }

  #end(code: number | undefined, failure: Error | undefined): void {
    this.#exitCode = code;
    this.#failure = failure;
    this.#events.emit("change");
  }
}

/** Returns a client for the server and user of a client configuration. */
export function clientOf(kubeconfig: string, options: { readonly protocol?: "h1" | "h2" } = {}): WireClient {
  return new WireClient({ ...addressIn(kubeconfig), ...options });
}

/** URL of a server and the TLS options of a client, in PEM. */
export interface ServerAddress {
  readonly url: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Returns the server's URL and the certificates that a client configuration contains. */
export function addressIn(kubeconfig: string): ServerAddress {
  const find = (name: string): string => {
    const found = new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1];
    if (found === undefined) throw new Error(`${name} is not in the client configuration`);
    return found;
  };
  const embedded = (name: string): string => Buffer.from(find(name), "base64").toString("utf8");
  return {
    url: JSON.parse(find("server")) as string,
    ca: embedded("certificate-authority-data"),
    cert: embedded("client-certificate-data"),
    key: embedded("client-key-data"),
  };
}
