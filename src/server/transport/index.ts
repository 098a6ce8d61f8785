/** HTTP/2 and HTTP/1.1 over TLS. This is a separate room, so that servers without a port do not load it. */
export type { TransportLimits } from "./limits.ts";
export { Listener, type ListenerOptions } from "./listener.ts";
