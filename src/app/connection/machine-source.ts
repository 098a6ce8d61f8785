/** Access to the files and the environment of this machine, for reading client configuration. */
import { open } from "node:fs/promises";
import { homedir } from "node:os";
import type { ConfigSource } from "../../client/config/index.ts";
import { isErrno } from "../machine/files.ts";

/** Files, environment variables and folders of this process. */
export const machineSource: ConfigSource = {
  readFile,
  get env() {
    return process.env;
  },
  get cwd() {
    return process.cwd();
  },
  get homeDir() {
    return homedir();
  },
};

/**
 * Reads a file. Returns undefined if it does not exist.
 * @throws Error if it cannot be read, or is larger than `bytesMax`
 */
async function readFile(path: string, { bytesMax }: { readonly bytesMax: number }): Promise<Buffer | undefined> {
  try {
    const file = await open(path, "r");
    try {
      return await readUpTo(file, bytesMax);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Reads in chunks, because a pipe does not report its size. */
async function readUpTo(file: Awaited<ReturnType<typeof open>>, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(65_536), 0, 65_536, null);
    if (bytesRead === 0) return Buffer.concat(pieces);
    bytes += bytesRead;
    if (bytes > bytesMax) throw new Error(`it has more than ${bytesMax} bytes`);
    pieces.push(buffer.subarray(0, bytesRead));
  }
}
