/** The form in which a request wants its answer. */
import { protobufMediaTypes } from "../../codec/index.ts";

/** Another representation than the object itself. */
export type Transform = "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";

/** In either vocabulary, as the client asked for it. */
export type ProtobufMediaType = `application/vnd.${string}.protobuf`;

export interface Output {
  readonly mediaType: "application/json" | "application/yaml" | ProtobufMediaType;
  readonly pretty: boolean;
  /** Absent: the objects as they are. */
  readonly as?: {
    readonly kind: Transform;
    /** In the spelling that the client asked for: `meta.orch.io/v1`. */
    readonly apiVersion: string;
  };
}

export function isProtobuf({ mediaType }: Output): boolean {
  return protobufMediaTypes.includes(mediaType);
}
