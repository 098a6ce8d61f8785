/**
 * Requests and responses of the client library in protobuf. The room contains the schemas of all built-in kinds, so it
 * is loaded with the first request that needs it, and only in Node.
 */
export { ProtobufForm, type ProtobufFormOptions } from "./protobuf-form.ts";
