/**
 * Loaded into a server before its program, because the product does not measure this itself. Measures how long the
 * event loop is blocked. Responds to each message with the longest block since the previous message.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Interval of the timer whose delay is measured. A block may be reported as longer by at most this. */
const resolutionMs = 1;

const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.on("message", () => {
  process.send?.({ longestMs: delay.max / 1e6 });
  delay.reset();
});
// The channel must not keep the server running.
process.channel?.unref();
