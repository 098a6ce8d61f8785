/**
 * Codec: bytes of the wire and of the store to plain values and back, and which form a client gets.
 *
 * Plain values are JSON data: strings, numbers, booleans, null, arrays, objects with own members of any name, and
 * bigints for integers beyond ±(2^53 - 1). Nothing is rounded, dropped or replaced unnoticed: duplicate keys are told,
 * what cannot be kept is refused with a DecodeError whose text is the reference's. All decoding is bounded in depth and
 * in the number of its parts; its time grows linearly with the size of the body, which the caller bounds.
 */
export { DecodeError, type DecodeErrorCode } from "./decode-error.ts";
export { textOfAnyBytes } from "./json/byte-text.ts";
export { type ExactOptions, type ExactValue, parseExact } from "./json/exact.ts";
export { fieldCopier, fieldReader } from "./json/field-reader.ts";
export {
  type JsonArrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObjectNode,
  jsonNodeOf,
  parseJsonNode,
  sortedJsonNode,
} from "./json/json-node.ts";
export { jsonType } from "./json/json-type.ts";
export { countKeys, type ParsedJson, type ParseJsonOptions, parseJson } from "./json/parse.ts";
export { SharedParts } from "./json/shared-parts.ts";
export { endOfValue } from "./json/skip.ts";
export { type StringifyOptions, stringifyJson } from "./json/stringify.ts";
export { type JsonScalar, type JsonVisitor, walkJson } from "./json/walk.ts";
export { type DecodeLimits, defaultDecodeLimits } from "./limits.ts";
export { acceptsGzip } from "./negotiation/accept-encoding.ts";
export { type ContentType, parseContentType } from "./negotiation/content-type.ts";
export {
  type ConversionTarget,
  type MediaTypeOffer,
  type Negotiated,
  type NegotiationRules,
  negotiate,
  prefersPretty,
} from "./negotiation/negotiate.ts";
export {
  contentLanguage,
  EnvelopeWriter,
  openEnvelope,
  type ProtobufEnvelope,
  protobufFields,
  type TypeMeta,
} from "./protobuf/envelope.ts";
export { protobufMediaTypes } from "./protobuf/media-types.ts";
export { decodeProtobuf, encodeProtobuf } from "./protobuf/object.ts";
export { hasProtobufForm } from "./protobuf/schema-form.ts";
export { encodeWatchEvent, watchEventsIn } from "./protobuf/watch-event.ts";
export { wireTypes } from "./protobuf/wire-type.ts";
export { WireWriter } from "./protobuf/wire-writer.ts";
export { readRepeatedKeys } from "./repeated-keys.ts";
export { type PathForm, strictFieldErrors } from "./strict-fields.ts";
export { type ParsedYaml, parseYaml, yamlConversionPrefix } from "./yaml/parse.ts";
export { stringifyYaml } from "./yaml/stringify.ts";
