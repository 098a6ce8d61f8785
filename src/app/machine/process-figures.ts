/** Figures about this process, for metrics. */
export const processFigures = {
  residentBytes: (): number => process.memoryUsage.rss(),
  cpuSeconds: (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  startedSeconds: performance.timeOrigin / 1000,
};

/** Runtime, operating system and architecture of this process, for `/version`. */
export const platform = { runtimeVersion: process.version, os: process.platform, architecture: process.arch };
