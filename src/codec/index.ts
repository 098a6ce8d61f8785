/**
 * Converts between the bytes of requests, responses and stored objects and plain values, and negotiates the media type
 * of a response.
 *
 * Plain values are JSON data: strings, numbers, booleans, null, arrays, objects with own members of any name, and
 * bigints for integers beyond ±(2^53 - 1). Decoding never silently rounds, drops or replaces data. It reports duplicate
 * keys. For data without a JSON counterpart it throws a DecodeError with the reference's message. Decoding has limits
 * on depth and on the number of parts, and takes time linear in the size of the body. The caller limits that size.
 *
 * docs/json-readers.md says which JSON reader is used where.
 */

export {
  type CborLimits,
  type CborObject,
  type CborValue,
  CborWriter,
  cborDocument,
  cborDocumentsIn,
  cborItemPieces,
  cborOfJson,
  cborSequenceSplitter,
  decodeCbor,
  decodeCborObject,
  diagnoseCbor,
  encodeCbor,
  encodeCborContent,
  encodeCborEvent,
  encodeCborItem,
  isWithinCborLimits,
  jsonOfCbor,
  readCborType,
  readCborValue,
  requestCborLimits,
  storedCborLimits,
} from "./cbor/index.ts";
export {
  apiServerTypes,
  type ConfigurationType,
  type RegisteredType,
  type RegisteredTypes,
  readConfigurationDocument,
  readConfigurationFile,
  registeredType,
  vocabularyOfConfiguration,
} from "./configuration-file.ts";
export { DecodeError, type DecodeErrorCode } from "./decode-error.ts";
export type { FrameSplitter } from "./frame-splitter.ts";
export { textOfAnyBytes } from "./json/byte-text.ts";
export { escapeHtmlInJson } from "./json/escape-html.ts";
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
export { jsonPatchFault } from "./json/json-patch-fault.ts";
export { jsonType } from "./json/json-type.ts";
export { countKeys, type ParsedJson, type ParseJsonOptions, parseJson } from "./json/parse.ts";
export { SharedParts } from "./json/shared-parts.ts";
export { endOfValue } from "./json/skip.ts";
export { type StringifyOptions, stringifyJson } from "./json/stringify.ts";
export { type JsonScalar, type JsonVisitor, walkJson } from "./json/walk.ts";
export { type DecodeLimits, defaultDecodeLimits } from "./limits.ts";
export { type AcceptClause, parseAccept } from "./negotiation/accept.ts";
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
  envelopeHead,
  envelopeTail,
  openEnvelope,
  type ProtobufEnvelope,
  sealEnvelope,
  type TypeMeta,
} from "./protobuf/envelope.ts";
export { protobufMediaTypes } from "./protobuf/media-types.ts";
export { decodeProtobuf, encodeProtobuf, protobufFields, protobufOfJson } from "./protobuf/object.ts";
export { hasProtobufForm } from "./protobuf/schema-form.ts";
export { encodeWatchEvent, readWatchEvent, watchEventSplitter, watchEventsIn } from "./protobuf/watch-event.ts";
export { wireTypes } from "./protobuf/wire-type.ts";
export { WireWriter } from "./protobuf/wire-writer.ts";
export { readRepeatedKeys } from "./repeated-keys.ts";
export { GoStructReader } from "./reviews/go-struct-reader.ts";
export { otherTypeFault, type ReviewResponse, type ReviewType, readReview } from "./reviews/read-review.ts";
export { type PathForm, strictFieldErrors } from "./strict-fields.ts";
export { decodeTypedDocument, parseTypedDocument, type TypedDocument, unregisteredType } from "./typed-document.ts";
export { editYaml, type YamlChange } from "./yaml/edit.ts";
export type { TextPosition } from "./yaml/node.ts";
export { type ParsedYaml, parseSmallYaml, parseYaml, yamlConversionPrefix } from "./yaml/parse.ts";
export { YamlPositions } from "./yaml/positions.ts";
export { stringifyYaml } from "./yaml/stringify.ts";
