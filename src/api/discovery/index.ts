/** The types of this group, and the kinds that declare them. */
export type { Endpoint, EndpointConditions, EndpointHints, ForZone } from "./v1/endpoint.ts";
export { type EndpointPort as DiscoveryEndpointPort, type EndpointSlice, endpointSlice } from "./v1/endpoint-slice.ts";
