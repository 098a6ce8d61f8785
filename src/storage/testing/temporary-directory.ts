/** A directory of a test's own, on the disk that the system keeps temporary files on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class TemporaryDirectory implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "orch-storage-"));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
