/** The stored form of a value: its encrypted bytes, and the encrypted seed from which its key is derived. */
import { MalformedMessage, ProtoWriter, readFields } from "../../grpc/index.ts";
import { TransformError } from "../value-transformer.ts";
import { addAnnotations, type KmsAnnotations, readAnnotation } from "./annotations.ts";
import type { EncryptedSeed } from "./kms-client.ts";

/** How keys follow from a seed: it is the key, or the key of each value is derived from it. */
export const seedType = { key: 0, derived: 1 } as const;

/** A stored value. */
export interface EncryptedObject extends EncryptedSeed {
  readonly data: Buffer;
  readonly type: number;
}

const annotationBytesMax = 32 * 1024;
const keyIdBytesMax = 1024;
const seedBytesMax = 1024;
/** A qualified name, as the reference requires it for annotations. */
const qualifiedName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

/** Returns the bytes to store. */
export function encodeObject({ data, keyId, ciphertext, annotations, type }: EncryptedObject): Buffer {
  const message = new ProtoWriter().bytes(1, data).text(2, keyId).bytes(3, ciphertext);
  return addAnnotations(message, 4, annotations).integer(5, type).finish();
}

/** Returns the object in stored bytes. @throws TransformError if they are not valid */
export function decodeObject(stored: Uint8Array): EncryptedObject {
  let data = Buffer.alloc(0);
  let keyId = "";
  let ciphertext = Buffer.alloc(0);
  let type = 0;
  const annotations = new Map<string, Buffer>();
  try {
    readFields(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength), (field, value) => {
      if (typeof value === "number") type = field === 5 ? value : type;
      else if (field === 1) data = Buffer.from(value);
      else if (field === 2) keyId = value.toString("utf8");
      else if (field === 3) ciphertext = Buffer.from(value);
      else if (field === 4) annotations.set(...readAnnotation(value));
    });
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    throw new TransformError(`proto: ${error.message}`, { cause: error });
  }
  if (type !== seedType.key && type !== seedType.derived) {
    throw new TransformError(`unknown encryptedDEKSourceType: ${type}`);
  }
  if (data.length === 0) throw new TransformError("encrypted data is empty");
  const fault = seedFault({ ciphertext, keyId, annotations });
  if (fault !== undefined) throw new TransformError(fault);
  return { data, keyId, ciphertext, annotations, type };
}

/** Returns why an encrypted seed cannot be stored. Undefined if it can. */
export function seedFault({ ciphertext, keyId, annotations }: EncryptedSeed): string | undefined {
  if (ciphertext.length === 0) return "failed to validate encrypted DEK source: encrypted DEK source is empty";
  if (ciphertext.length > seedBytesMax) {
    const size = `encrypted DEK source is ${ciphertext.length} bytes, which exceeds the max size of ${seedBytesMax}`;
    return `failed to validate encrypted DEK source: ${size}`;
  }
  const idFault = keyIdFault(keyId);
  if (idFault) return `failed to validate key id: ${idFault.message}`;
  const annotationsFault = annotationFault(annotations);
  return annotationsFault === undefined ? undefined : `failed to validate annotations: ${annotationsFault}`;
}

/** Returns why the ID of a key is not valid, and the label of this reason in metrics. Undefined if it is valid. */
export function keyIdFault(keyId: string): { readonly label: string; readonly message: string } | undefined {
  const { length } = Buffer.from(keyId);
  if (length === 0) return { label: "empty", message: "keyID is empty" };
  if (length <= keyIdBytesMax) return undefined;
  const message = `keyID is ${length} bytes, which exceeds the max size of ${keyIdBytesMax}`;
  return { label: "too_long", message };
}

function annotationFault(annotations: KmsAnnotations): string | undefined {
  let bytes = 0;
  for (const [name, value] of annotations) {
    if (!qualifiedName.test(name))
      return `annotations: Invalid value: "${name}": should be a domain with at least two segments separated by dots`;
    bytes += Buffer.from(name).length + value.length;
  }
  if (bytes <= annotationBytesMax) return undefined;
  return `total size of annotations is ${bytes}, which exceeds the max size of ${annotationBytesMax}`;
}
