/** A file system whose writes can be made to wait, for tests with a slow disk. It requires the superuser on Linux. */
import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** A mounted file system in a file. Disposing it unmounts it. */
export class SlowDisk implements Disposable {
  readonly #directory = new TemporaryDirectory();

  constructor(megabytes: number) {
    const image = join(this.#directory.path, "image");
    writeFileSync(image, "");
    truncateSync(image, megabytes * 1024 * 1024);
    mkdirSync(this.path);
    run("mkfs.ext4", ["-q", "-F", image]);
    run("mount", ["-o", "loop", image, this.path]);
  }

  get path(): string {
    return join(this.#directory.path, "mount");
  }

  /** Makes all writes and syncs wait until `resume` is called. */
  pause(): void {
    run("fsfreeze", ["--freeze", this.path]);
  }

  resume(): void {
    run("fsfreeze", ["--unfreeze", this.path]);
  }

  [Symbol.dispose](): void {
    run("umount", [this.path]);
    this.#directory[Symbol.dispose]();
  }
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "pipe" });
}

/** Whether this process may mount a file system from a file, and pause it. */
export function canMakeSlowDisk(): boolean {
  try {
    using disk = new SlowDisk(8);
    disk.pause();
    disk.resume();
    return true;
  } catch {
    return false;
  }
}
