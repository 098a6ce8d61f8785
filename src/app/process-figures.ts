/** What the process knows of itself, for metrics and `/version`. */
import type { ProcessFigures } from "../server/index.ts";

export const processFigures: ProcessFigures = {
  residentBytes: () => process.memoryUsage.rss(),
  cpuSeconds: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  startedSeconds: performance.timeOrigin / 1000,
};

export const platform = { runtimeVersion: process.version, os: process.platform, architecture: process.arch };
