/**
 * Preloaded into the server, which runs with --expose-gc. On SIGUSR2 it collects all garbage and logs the remaining
 * memory. Without a collection, memory would vary by more than a leak grows.
 */
process.on("SIGUSR2", () => {
  globalThis.gc();
  // The first collection releases memory outside the heap. The second one frees it.
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
