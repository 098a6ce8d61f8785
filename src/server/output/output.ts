/** The format in which a client requests a response. */
import { protobufMediaTypes } from "../../codec/index.ts";
import { cborMediaType } from "../requests/body.ts";

/** A representation other than the object itself. */
export type Transform = "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** Media type of protobuf, in the vocabulary that the client used. */
export type ProtobufMediaType = `application/vnd.${string}.protobuf`;

/** Media type of a stream of documents in CBOR. */
export const cborSequenceMediaType = "application/cbor-seq";

/** Format of a response. */
export interface Output {
  readonly mediaType: "application/json" | "application/yaml" | typeof cborMediaType | ProtobufMediaType;
  readonly pretty: boolean;
  /** Whether the client accepts no format, and gets an error in this one nevertheless. */
  readonly isFallback?: boolean;
  /** Requested representation. Absent: the object itself. */
  readonly as?: {
    readonly kind: Transform;
    /** API version in the client's spelling: `meta.orch.io/v1`. */
    readonly apiVersion: string;
  };
}

/** Whether the format is protobuf. */
export function isProtobuf({ mediaType }: Output): boolean {
  return protobufMediaTypes.includes(mediaType);
}

/** Whether the format is CBOR. */
export function isCbor({ mediaType }: Output): boolean {
  return mediaType === cborMediaType;
}
