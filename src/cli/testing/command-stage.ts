/** Runs commands in tests, with an in-process server and a terminal that records its output. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type StoredServerOptions, startStoredServer } from "../../../test/support/stored-server.ts";
import { StoreClock } from "../../../test/support/test-store.ts";
import type { RunningServer } from "../../app/server.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { Client } from "../../client/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { type ClientContext, CommandError, exactJson, plainPaint, type Screen } from "../index.ts";

/** The output and exit code of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  /** All texts of the progress display. */
  readonly progress: readonly string[];
}

/** Circumstances of a command in a test. */
export interface StageOptions {
  readonly namespace?: string;
  readonly isNamespaceExplicit?: boolean;
  readonly serverFlags?: readonly string[];
  /** Width of the terminal. Undefined if there is no terminal. */
  readonly columns?: number;
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Default: a function that throws, because the server has no client configuration. */
  readonly configuration?: ClientContext["configuration"];
  /** Called after each output, with all output so far. */
  readonly onOut?: (all: string) => void;
}

/** A server and a folder in which tests run commands. Dispose it after the test. */
export class CommandStage implements AsyncDisposable {
  readonly server: RunningServer<ManualClock>;
  readonly client: Client;
  readonly clock: ManualClock;
  readonly folder = new TemporaryDirectory();

  private constructor(server: RunningServer<ManualClock>) {
    this.server = server;
    this.clock = server.clock;
    this.client = new Client({ transport: server.client.transport, json: exactJson });
  }

  /** @param options options of the server, which has its own clock and random numbers */
  static async open(options: Omit<StoredServerOptions, "clock" | "random"> = {}): Promise<CommandStage> {
    return new CommandStage(await startStoredServer({ ...options, clock: new StoreClock(), random: seededRandom(7) }));
  }

  /** Writes a file to the folder in which commands run. */
  write(name: string, text: string): void {
    mkdirSync(join(this.folder.path, name, ".."), { recursive: true });
    writeFileSync(join(this.folder.path, name), text);
  }

  /** Creates an object in the namespace that it names, or else in `default`. */
  async create(plural: string, object: object, group = ""): Promise<void> {
    const root = group === "" ? "/api/v1" : `/apis/${group}`;
    const { metadata = {} } = object as { metadata?: { namespace?: string } };
    const place = plural === "namespaces" ? "" : `/namespaces/${metadata.namespace ?? "default"}`;
    const { status, body } = await this.server.request(`${root}${place}/${plural}`, { body: object });
    for await (const piece of body) if (status !== 201) throw new Error(piece.toString());
  }

  /** Runs a command until it ends. @throws the error of the command */
  async run(command: (context: ClientContext) => Promise<number>, options: StageOptions = {}): Promise<Ran> {
    let [out, error] = ["", ""];
    const progress: string[] = [];
    const terminal: Screen = {
      cwd: this.folder.path,
      input: pieces(options.input ?? ""),
      columns: options.columns,
      paint: plainPaint,
      out: (text) => {
        out += text;
        options.onOut?.(out);
      },
      error: (text) => {
        error += text;
      },
      progress: (text) => progress.push(text),
    };
    const code = await command({
      client: this.client,
      caller: this.client,
      vocabulary: vocabularies.orch,
      configuration: options.configuration ?? noConfiguration,
      namespace: options.namespace ?? "default",
      isNamespaceExplicit: options.isNamespaceExplicit ?? false,
      serverFlags: options.serverFlags ?? [],
      terminal,
      clock: this.clock,
      random: seededRandom(1),
      signal: options.signal ?? new AbortController().signal,
    });
    return { code, out, error, progress };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.folder[Symbol.dispose]();
    await this.server.close();
  }
}

function noConfiguration(): never {
  throw new CommandError("no server is configured");
}

async function* pieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
