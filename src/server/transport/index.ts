/**
 * HTTP/2 and HTTP/1.1 over TLS. A room of its own, so that servers without a port need not load it.
 */
export type { TransportLimits } from "./limits.ts";
export { Listener, type ListenerOptions } from "./listener.ts";
