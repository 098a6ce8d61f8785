/** A file system of a few megabytes, for tests with a full disk. Mounting it requires the superuser on Linux. */
import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** A mounted file system in memory. Disposing it unmounts it. */
export class SmallDisk implements Disposable {
  readonly #directory = new TemporaryDirectory();

  constructor(megabytes: number) {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", this.#directory.path], {
      stdio: "pipe",
    });
  }

  get path(): string {
    return this.#directory.path;
  }

  /** Fills the disk, except for `megabytes`, until `free` is called. */
  leave(megabytes: number): void {
    const { bavail, bsize } = statfsSync(this.path);
    writeFileSync(join(this.path, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - megabytes * 1024 * 1024)));
  }

  free(): void {
    rmSync(join(this.path, "ballast"));
  }

  [Symbol.dispose](): void {
    execFileSync("umount", [this.path], { stdio: "pipe" });
    this.#directory[Symbol.dispose]();
  }
}

/** Whether this process may mount a file system. */
export function canMakeSmallDisk(): boolean {
  try {
    new SmallDisk(1)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}
