/** A terminal in a temporary folder, which records what commands print. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../../../storage/testing/temporary-directory.ts";
import type { Terminal } from "../../terminal.ts";

/** The output and the exit code of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
}

/** A folder with files, and commands that run in it. Dispose it after the test. */
export class RecordedTerminal implements Disposable {
  readonly #folder = new TemporaryDirectory();

  get path(): string {
    return this.#folder.path;
  }

  /** Writes a file. Values that are not texts are written as JSON, which is also YAML. */
  write(name: string, content: unknown): void {
    writeFileSync(join(this.path, name), typeof content === "string" ? content : JSON.stringify(content));
  }

  /** Runs a command. @param input its standard input. @throws the error of the command */
  async run(command: (terminal: Terminal) => Promise<number>, input = ""): Promise<Ran> {
    let out = "";
    const terminal: Terminal = {
      cwd: this.path,
      input: pieces(input),
      out: (text) => {
        out += text;
      },
      error: (text) => {
        out += text;
      },
    };
    const code = await command(terminal);
    return { code, out };
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

async function* pieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
