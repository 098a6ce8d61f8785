/** Ends connections whose clients may still be sending. */
import type { Socket } from "node:net";
import { systemClock } from "../../base/clock.ts";

/** Time for the client to close the connection after its response. */
const lingerMs = 500;

/**
 * Ends a connection. It is closed when the client closes it too, or after `lingerMs`. If it were closed at once while
 * it has unread bytes, it would be reset, and the client could lose the response.
 */
export function endAndLinger(socket: Socket): void {
  socket.end();
  const timer = systemClock.after(lingerMs, () => socket.destroy());
  socket.once("close", () => timer.cancel());
}
