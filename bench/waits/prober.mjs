// The other client. It repeats a GET of one small object on one connection, and reports the longest time that a GET
// took.
import { Agent, request } from "node:https";

const pauseMs = 2;
let target;
let longestMs = 0;
let count = 0;
let startMs = 0;

process.on("message", (message) => {
  if (message.target) {
    target = message.target;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    probe(agent);
  } else if (message === "begin") {
    longestMs = 0;
    count = 0;
    // A GET that is running when the window begins counts from the beginning of the window.
    if (startMs > 0) startMs = performance.now();
    process.send({ hasBegun: true });
  } else if (message === "end") {
    const underwayMs = startMs > 0 ? performance.now() - startMs : 0;
    process.send({ longestMs: Math.max(longestMs, underwayMs), count });
  }
});

function probe(agent) {
  startMs = performance.now();
  const ended = (error) => {
    if (error) process.send({ error: String(error) });
    longestMs = Math.max(longestMs, performance.now() - startMs);
    count++;
    startMs = 0;
    setTimeout(() => probe(agent), pauseMs);
  };
  const { path, ...connection } = target;
  const outgoing = request({ ...connection, servername: "localhost", path, agent }, (incoming) => {
    incoming.resume();
    incoming.on("end", () => ended(incoming.statusCode === 200 ? undefined : incoming.statusCode));
  });
  outgoing.on("error", ended);
  outgoing.end();
}
