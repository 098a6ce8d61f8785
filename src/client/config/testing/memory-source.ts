/** A machine of a test: its files in memory, nothing to run. */
import type { ConfigSource, ProcessRunner } from "../source.ts";

export interface MemorySource extends ConfigSource {
  /** Text by path; an Error is what reading the file answers. */
  readonly files: Map<string, string | Error>;
  readonly env: Record<string, string | undefined>;
  /** Paths in the order in which they were read. */
  readonly read: string[];
}

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

/** For configurations that run nothing. */
export const noRunner: ProcessRunner = {
  noTerminal: "this is a test",
  run: () => Promise.reject(new Error("nothing may be run here")),
};
