/** A folder in memory for temporary files. A sync on a disk takes milliseconds, and tests of stores wait for thousands. */
import { existsSync, mkdtempSync, statfsSync } from "node:fs";
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
  return mkdtempSync(join(process.env.TMPDIR === undefined && hasRoomInMemory() ? memoryFileSystem : tmpdir(), prefix));
}

function hasRoomInMemory() {
  if (!existsSync(memoryFileSystem)) return false;
  const { bavail, bsize } = statfsSync(memoryFileSystem);
  return bavail * bsize >= freeBytesMin;
}
