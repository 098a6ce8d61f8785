/**
 * Loaded into the server before its program, with --expose-gc: on SIGUSR2 all garbage is collected, and a line of the log
 * says what is left. Otherwise memory would go up and down by more than any leak, as the collector likes.
 */
process.on("SIGUSR2", () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  const line = { level: "info", msg: "collected", heapBytes: heapUsed, externalBytes: external };
  process.stderr.write(`${JSON.stringify(line)}\n`);
});
