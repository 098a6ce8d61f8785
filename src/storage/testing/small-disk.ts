/** A file system of a few megabytes, for tests of what happens when it is full. Mounting one takes a Linux superuser. */
import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "./temporary-directory.ts";

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

  /** Takes up all room but for `megabytes`, until `free` is called. */
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

/** Whether this machine lets a test have a disk of its own. */
export function canMakeSmallDisk(): boolean {
  try {
    new SmallDisk(1)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}
