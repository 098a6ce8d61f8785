/** What a client needs of Node: connections. */
export { H2Transport, type H2TransportOptions, type TransportCredentials } from "./h2-transport.ts";
