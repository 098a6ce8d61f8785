/**
 * Copies of the sources in which faults are planted, so that the checkout itself stays as it is. `node_modules` is a link.
 * Temporary files of the tests are in the copy and are removed with it.
 */
import { cp, mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeTemporaryFolder } from "../test/memory-folder.mjs";
import type { Fault } from "./fault.ts";

/** Files and folders of the root that are not sources. */
const notCopied = /^(?:node_modules|dist|dist\..*|coverage|\.git|\.cache|\.orch)$/;

/** A copy of the sources. Disposing of it removes it. */
export class SourceCopy implements AsyncDisposable {
  readonly root: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = join(folder, "sources");
  }

  /** Copies the sources, to memory if there is room. */
  static async of(root: string): Promise<SourceCopy> {
    const copy = new SourceCopy(await realpath(makeTemporaryFolder("orch-faults-")));
    try {
      const isCopied = (path: string): boolean => dirname(path) !== root || !notCopied.test(basename(path));
      await cp(root, copy.root, { recursive: true, filter: isCopied });
      await symlink(join(root, "node_modules"), join(copy.root, "node_modules"));
      await mkdir(copy.temporary);
      return copy;
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Folder for the temporary files of the tests. */
  get temporary(): string {
    return join(this.#folder, "temporary");
  }

  /** Plants a fault, runs `run`, and removes the fault. */
  async with<T>({ file, find, replace }: Pick<Fault, "file" | "find" | "replace">, run: () => Promise<T>): Promise<T> {
    const path = join(this.root, file);
    const before = await readFile(path, "utf8");
    // A function, because `replace` would interpret `$&` in a text.
    await writeFile(
      path,
      before.replace(find, () => replace),
    );
    try {
      return await run();
    } finally {
      await writeFile(path, before);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
