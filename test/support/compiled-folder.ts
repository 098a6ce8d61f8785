/** Compiles TypeScript modules that a test writes. They can import `orch/client` and `orch/api`. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A folder with modules, with the compiler options of the project. It is deleted when it is disposed. */
export class CompiledFolder implements AsyncDisposable {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** @param name no other test uses it @param client the module that is imported as `orch/client`, from the project's root */
  static async create(name: string, client: string): Promise<CompiledFolder> {
    const folder = new CompiledFolder(join(root, ".cache", name));
    await folder[Symbol.asyncDispose]();
    await mkdir(folder.#path, { recursive: true });
    const paths = { "orch/client": [`../../${client}`], "orch/api": ["../../src/api/index.ts"] };
    const configuration = { extends: "../../tsconfig.json", compilerOptions: { paths }, include: ["*.ts"] };
    await folder.write("tsconfig.json", JSON.stringify(configuration));
    return folder;
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.#path, file), text);
  }

  /** Returns the output of the compiler. Empty if there are no errors. */
  async compile(): Promise<string> {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const run = promisify(execFile)(process.execPath, [compiler, "-p", this.#path], { cwd: this.#path });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }
}
