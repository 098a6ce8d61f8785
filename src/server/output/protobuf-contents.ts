/**
 * The contents of objects in protobuf, which gets, lists and watches put into envelopes. They are made from the objects'
 * JSON. Those of objects that are read often are kept with the objects. One limit counts the bytes of all contents.
 */
import type { CachedObject } from "../../cache/index.ts";
import { protobufOfJson } from "../../codec/index.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { Output } from "./output.ts";
import { metadataSource, partialMetadata } from "./partial-metadata.ts";
import { responseSchema } from "./protobuf-response.ts";

/** The form of an object's content. */
export interface ContentForm {
  readonly documentType: DocumentType;
  readonly output: Output;
}

/** Returns the content of an object in protobuf, without keeping it. */
export function protobufContent({ documentType, output }: ContentForm, object: CachedObject): Buffer {
  const schema = responseSchema(documentType.schema.schema, output);
  if (!output.as) return protobufOfJson(documentType.toDocument(object).bytes, schema);
  const metadata = partialMetadata(metadataSource(documentType, object), output.as.apiVersion);
  return protobufOfJson(Buffer.from(metadata), schema);
}

interface KeptContent {
  readonly content: Buffer;
  readonly place: KeptPlace;
}

/** Where a content is kept. The object may have left the cache. Its content then leaves the memory with it. */
interface KeptPlace {
  readonly object: WeakRef<CachedObject>;
  readonly form: string;
  readonly bytes: number;
  /** Whether it was used since it was made, or since it was last spared. */
  isUsed: boolean;
}

/** Keeps contents with their objects, up to `bytesMax` bytes of contents. */
export class ProtobufContents {
  readonly #bytesMax: number;
  /** The oldest first. */
  readonly #places = new Set<KeptPlace>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the content of a stored object, and keeps it. */
  get(form: ContentForm, object: CachedObject): Buffer {
    return this.peek(form, object) ?? this.keep(form, object, protobufContent(form, object));
  }

  /** Returns the content of an object if it is kept. */
  peek(form: ContentForm, object: CachedObject): Buffer | undefined {
    const kept = object.peekDerived<KeptContent>(nameOf(form));
    if (!kept) return undefined;
    kept.place.isUsed = true;
    return kept.content;
  }

  /** Keeps the content of an object, and returns it. Contents that were not used for long make room for it. */
  keep(form: ContentForm, object: CachedObject, content: Buffer): Buffer {
    // Documents that were made for this response are not stored.
    if (object.revision === 0 || content.length > this.#bytesMax) return content;
    const place = { object: new WeakRef(object), form: nameOf(form), bytes: content.length, isUsed: false };
    const kept: KeptContent = { content, place };
    object.setDerived(place.form, kept);
    this.#places.add(place);
    this.#bytes += place.bytes;
    this.#makeRoom();
    return content;
  }

  /** Removes the oldest contents. Those that were used since are spared once. */
  #makeRoom(): void {
    for (const oldest of this.#places) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#places.delete(oldest);
      const object = oldest.object.deref();
      if (object && oldest.isUsed) {
        oldest.isUsed = false;
        this.#places.add(oldest);
      } else {
        this.#bytes -= oldest.bytes;
        object?.setDerived(oldest.form, undefined);
      }
    }
  }
}

const names = new WeakMap<DocumentType, { readonly whole: string; readonly metadata: string }>();

/** Returns the name of the derived form of an object. */
function nameOf({ documentType, output }: ContentForm): string {
  let name = names.get(documentType);
  if (!name) {
    const type = `${documentType.kind.apiVersion} ${documentType.kind.kind}`;
    name = { whole: `protobuf ${type}`, metadata: `protobuf metadata ${type}` };
    names.set(documentType, name);
  }
  return output.as ? name.metadata : name.whole;
}
