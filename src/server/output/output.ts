/** The format in which a client requests a response. */
import { protobufMediaTypes } from "../../codec/index.ts";

/** A representation other than the object itself. */
export type Transform = "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** Media type of protobuf, in the vocabulary that the client used. */
export type ProtobufMediaType = `application/vnd.${string}.protobuf`;

/** Format of a response. */
export interface Output {
  readonly mediaType: "application/json" | "application/yaml" | ProtobufMediaType;
  readonly pretty: boolean;
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
