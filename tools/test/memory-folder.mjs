/** A folder in memory for temporary files. A sync on a disk takes milliseconds, and tests of stores wait for thousands. */
import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memoryFileSystem = "/dev/shm";
/** Several times what the suite needs. Containers often have 64 MB, which is too little. */
const freeBytesMin = 2 ** 30;

/**
 * Makes a new folder, in memory if this system has enough room there and `TMPDIR` names no other place.
 * @param {string} prefix of the folder's name
 * @returns {string} its path; the caller removes it
 */
export function makeTemporaryFolder(prefix) {
  const parent = process.env.TMPDIR === undefined && hasRoomInMemory() ? memoryFileSystem : tmpdir();
  const folder = mkdtempSync(join(parent, prefix));
  // The permissions of `/tmp`, because tests that drop the rights of root must still reach their files.
  chmodSync(folder, 0o1777);
  return folder;
}

function hasRoomInMemory() {
  if (!existsSync(memoryFileSystem)) return false;
  const { bavail, bsize } = statfsSync(memoryFileSystem);
  return bavail * bsize >= freeBytesMin;
}
