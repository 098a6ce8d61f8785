/**
 * HTTP/2 and HTTP/1.1 over TLS. A room of its own, so that servers without a port need not load it.
 */
export { Listener, type ListenerOptions, type TransportLimits } from "./listener.ts";
