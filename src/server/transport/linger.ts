/** The end of a connection whose client may still be sending. */
import type { Socket } from "node:net";
import { systemClock } from "../../base/clock.ts";

/** How long such a client has to notice that it was answered. */
const lingerMs = 500;

/**
 * Ends a connection once the client has closed it too, or its time is over. Closed at once, with bytes of the client
 * unread, the connection would be reset, and the answer lost with it.
 */
export function endAndLinger(socket: Socket): void {
  socket.end();
  const timer = systemClock.after(lingerMs, () => socket.destroy());
  socket.once("close", () => timer.cancel());
}
