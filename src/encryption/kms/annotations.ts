/** Annotations of a key service: bytes by name, in the protobuf form of a map. */
import { ProtoWriter, readFields } from "../../grpc/index.ts";

/** Bytes by name. */
export type KmsAnnotations = ReadonlyMap<string, Buffer>;

/** Adds annotations to a message, sorted by name. */
export function addAnnotations(message: ProtoWriter, field: number, annotations: KmsAnnotations): ProtoWriter {
  const sorted = [...annotations].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return message.messages(field, sorted, ([name, value]) => new ProtoWriter().text(1, name).bytes(2, value));
}

/** Returns the name and the bytes in one element of a map. */
export function readAnnotation(message: Buffer): [name: string, value: Buffer] {
  let name = "";
  let bytes: Buffer = Buffer.alloc(0);
  readFields(message, (field, value) => {
    if (typeof value === "number") return;
    if (field === 1) name = value.toString("utf8");
    if (field === 2) bytes = Buffer.from(value);
  });
  return [name, bytes];
}
