import { cpus, totalmem } from "node:os";
import type { Machine } from "./report/plot.ts";

/** Returns the description of this machine for the results. */
export function machineOf({ pinned }: Pick<Machine, "pinned">): Machine {
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    pinned,
  };
}
