import type { Call } from "./call.ts";

/** Ends the connection of a request after its response. The client must open another one. */
export function closeAfterResponse(call: Call): void {
  const { endConnection } = call.exchange.peer;
  if (endConnection) endConnection();
  else call.setHeader("connection", "close");
}
