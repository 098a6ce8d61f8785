/**
 * Preloaded into the server, which runs with --expose-gc. On each message "kept memory" it collects all garbage and sends the bytes
 * of all objects in the heap.
 */
process.on("message", (message) => {
  if (message !== "kept memory") return;
  // The first collection makes finalizers release more objects. The second one frees these.
  globalThis.gc();
  globalThis.gc();
  process.send({ heapBytes: process.memoryUsage().heapUsed });
});
// Otherwise the channel would keep the process alive after the server has stopped.
process.channel.unref();
