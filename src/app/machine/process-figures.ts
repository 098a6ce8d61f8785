/** What the process knows of itself, for metrics and `/version`. */
export const processFigures = {
  residentBytes: (): number => process.memoryUsage.rss(),
  cpuSeconds: (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  startedSeconds: performance.timeOrigin / 1000,
};

export const platform = { runtimeVersion: process.version, os: process.platform, architecture: process.arch };
