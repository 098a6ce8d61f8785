/**
 * The contents of objects in binary formats, which gets, lists and watches have in common. They are made from the objects'
 * JSON. Those of objects that are read often are kept with the objects. One limit counts the bytes of all contents.
 */
import type { CachedObject } from "../../cache/index.ts";
import type { DocumentType } from "../served/document-type.ts";
import type { BinaryFormat, ContentForm } from "./binary-format.ts";

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
export class BinaryContents {
  readonly #bytesMax: number;
  /** The oldest first. */
  readonly #places = new Set<KeptPlace>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Size of all contents that are kept. Those of objects that have left the memory count until they make room. */
  get keptBytes(): number {
    return this.#bytes;
  }

  /** Returns the content of a stored object, and keeps it. */
  get(format: BinaryFormat, form: ContentForm, object: CachedObject): Buffer {
    return this.peek(format, form, object) ?? this.keep(format, form, object, format.content(form, object));
  }

  /** Returns the content of an object if it is kept. */
  peek(format: BinaryFormat, form: ContentForm, object: CachedObject): Buffer | undefined {
    const kept = object.peekDerived<KeptContent>(nameOf(format, form));
    if (!kept) return undefined;
    kept.place.isUsed = true;
    return kept.content;
  }

  /** Keeps the content of an object, and returns it. Contents that were not used for long make room for it. */
  keep(format: BinaryFormat, form: ContentForm, object: CachedObject, content: Buffer): Buffer {
    // Documents that were made for this response are not stored.
    if (object.revision === 0 || content.length > this.#bytesMax) return content;
    // Another request may have made the same content while this one waited for another thread.
    const other = this.peek(format, form, object);
    if (other) return other;
    const place = { object: new WeakRef(object), form: nameOf(format, form), bytes: content.length, isUsed: false };
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

const idsOfTypes = new WeakMap<DocumentType, number>();
let lastId = 0;

/**
 * Returns the name of the derived form of an object. Each document type has its own forms, because a definition can
 * change how documents are made while the objects stay in the cache.
 */
function nameOf({ name }: BinaryFormat, { documentType, output }: ContentForm): string {
  let id = idsOfTypes.get(documentType);
  if (id === undefined) {
    id = ++lastId;
    idsOfTypes.set(documentType, id);
  }
  return output.as ? `${name} metadata ${id}` : `${name} ${id}`;
}
