/** What a client needs of Node: connections. */
export { H2Transport } from "./h2-transport.ts";
export type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";
