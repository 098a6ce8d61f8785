/**
 * Loaded into the server before its program, with --expose-gc: on SIGUSR2 all garbage is collected, and a line of the log
 * says what is left. Otherwise memory would go up and down by more than any leak, as the collector likes.
 */
process.on("SIGUSR2", () => {
  globalThis.gc();
  // What the first collection has let go of outside the heap is freed by the next one.
  globalThis.gc();
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  const line = {
    level: "info",
    msg: "collected",
    heapBytes: heapUsed,
    heapTotalBytes: heapTotal,
    externalBytes: external,
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
});
