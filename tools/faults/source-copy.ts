/**
 * A copy of the sources in which faults are planted: nothing is changed in the checkout itself. The packages are linked,
 * not copied; what tests leave behind goes into the copy too, and with it.
 */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Fault } from "./fault.ts";

/** What is made, not written, and what is not ours to copy. */
const leftOut = /^(?:node_modules|dist|dist\..*|coverage|\.git|\.cache|\.orch)$/;

export class SourceCopy implements AsyncDisposable {
  readonly root: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.root = join(folder, "sources");
  }

  static async of(root: string): Promise<SourceCopy> {
    const copy = new SourceCopy(await realpath(await mkdtemp(join(tmpdir(), "orch-faults-"))));
    try {
      const wanted = (path: string): boolean => dirname(path) !== root || !leftOut.test(basename(path));
      await cp(root, copy.root, { recursive: true, filter: wanted });
      await symlink(join(root, "node_modules"), join(copy.root, "node_modules"));
      await mkdir(copy.temporary);
      return copy;
    } catch (error) {
      await copy[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** For the temporary files of the tests. */
  get temporary(): string {
    return join(this.#folder, "temporary");
  }

  /** Plants a fault, runs `run`, and takes the fault out again. */
  async with<T>({ file, find, replace }: Fault, run: () => Promise<T>): Promise<T> {
    const path = join(this.root, file);
    const before = await readFile(path, "utf8");
    // As a function, because a text may hold `$&`, which `replace` would take for a pattern.
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
