/** Figures about this process, for metrics. */
import { linuxFigures } from "./linux-figures.ts";

/** Figures about this process. */
export const processFigures = {
  residentBytes: (): number => process.memoryUsage.rss(),
  cpuSeconds: (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  startedSeconds: performance.timeOrigin / 1000,
  linux: linuxFigures,
};

/** Runtime, operating system and architecture of this process, for `/version`. */
export const platform = { runtimeVersion: process.version, os: process.platform, architecture: process.arch };
