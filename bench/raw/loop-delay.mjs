/**
 * Loaded into a server before its own program: takes how long its event loop is held up, so that the product need not.
 * Answers each message with the longest time since the one before.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** The timer that must come late to be noticed; a block is told as longer by at most this. */
const resolutionMs = 1;

const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.on("message", () => {
  process.send?.({ longestMs: delay.max / 1e6 });
  delay.reset();
});
// The server ends as it does without anybody who asks.
process.channel?.unref();
