/**
 * A hostile client in a separate process: `attack.ts URL CA FLOOD CONNECTIONS FRAMES SECONDS`. Every connection sends
 * the frames of one flood repeatedly until the time is over. If the server closes a connection, the client opens it
 * again.
 */
import { readFileSync } from "node:fs";
import { connect, type TLSSocket } from "node:tls";
import { systemClock } from "../../src/base/clock.ts";
import { allFloods, firstBytes } from "./floods.ts";

const [url = "", caFile = "", name = "", connections = "50", frames = "2000", seconds = "5"] = process.argv.slice(2);
const flood = allFloods(Number(frames)).find((one) => one.name === name);
if (!flood) throw new Error(`there is no flood ${name}`);
const ca = readFileSync(caFile);
const { hostname, port } = new URL(url);
const endMs = systemClock.nowMs() + Number(seconds) * 1000;
let [opened, ended, written] = [0, 0, 0];
/** Stream IDs may not repeat on a connection, so these frames are sent only once. */
const isOnce = flood.name === "rapid reset" || flood.name === "PRIORITY";

function open(): void {
  if (systemClock.nowMs() > endMs) return;
  opened++;
  const socket = connect({ host: hostname, port: Number(port), ca, servername: "localhost", ALPNProtocols: ["h2"] });
  socket.on("secureConnect", () => send(socket));
  socket.on("error", () => undefined);
  socket.on("close", () => {
    ended++;
    setTimeout(open, 1);
  });
  socket.resume();
}

function send(socket: TLSSocket): void {
  if (!flood) return;
  socket.write(firstBytes(flood));
  if (flood.frames.length === 0) return;
  const again = (): void => {
    if (socket.destroyed) return;
    if (systemClock.nowMs() > endMs) socket.destroy();
    else {
      written += flood.frames.length;
      socket.write(flood.frames, (error) => {
        if (!error && !isOnce) setImmediate(again);
        else if (isOnce) setTimeout(() => socket.destroy(), 1000);
      });
    }
  };
  again();
}

for (let count = 0; count < Number(connections); count++) open();
setTimeout(
  () => {
    process.stdout.write(`${JSON.stringify({ opened, ended, megabytes: Math.round(written / 1e6) })}\n`);
    process.exit(0);
  },
  Number(seconds) * 1000 + 200,
);
