/** Documents in CBOR (RFC 8949), with the encoding and the strictness of the reference. */

export { CborWriter } from "./cbor-writer.ts";
export {
  type CborObject,
  type CborValue,
  decodeCbor,
  decodeCborObject,
  isWithinCborLimits,
  readCborType,
  readCborValue,
} from "./decode.ts";
export { diagnoseCbor } from "./diagnostic.ts";
export { encodeCbor, encodeCborItem } from "./encode.ts";
export { type CborLimits, requestCborLimits, storedCborLimits } from "./limits.ts";
export { cborDocument, cborItemPieces, encodeCborContent } from "./object-content.ts";
export { cborOfJson, jsonOfCbor } from "./transcode.ts";
export { cborDocumentsIn, cborSequenceSplitter, encodeCborEvent } from "./watch-event.ts";
