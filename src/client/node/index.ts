/** Parts of the client that need Node: connections over sockets. */
export { H2Transport } from "./h2-transport.ts";
export type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";
