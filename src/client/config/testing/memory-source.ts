/** A simulated machine for tests: files in memory, and no programs. */
import type { ConfigSource, ProcessRunner } from "../source.ts";

/** A `ConfigSource` whose files and variables a test can change. */
export interface MemorySource extends ConfigSource {
  /** Content by path. Reading a file whose content is an Error throws it. */
  readonly files: Map<string, string | Error>;
  readonly env: Record<string, string | undefined>;
  /** Paths in the order in which they were read. */
  readonly read: string[];
}

/** Returns a source with these files, no variables, and the home folder `/home/ann`. */
export function memorySource(files: Readonly<Record<string, string | Error>> = {}): MemorySource {
  const known = new Map(Object.entries(files));
  const read: string[] = [];
  return {
    files: known,
    env: {},
    cwd: "/project",
    homeDir: "/home/ann",
    read,
    async readFile(path) {
      read.push(path);
      const content = known.get(path);
      if (content instanceof Error) throw content;
      return content === undefined ? undefined : Buffer.from(content);
    },
  };
}

/** A `ProcessRunner` that rejects every run. */
export const noRunner: ProcessRunner = {
  noTerminal: "this is a test",
  run: () => Promise.reject(new Error("nothing may be run here")),
};
