/**
 * Endpoints of a custom type whose versions a webhook converts. Objects are stored in any version, because a change of the storage
 * version does not convert them. Before objects are shown, those in another version than the endpoint's are prepared: a webhook
 * converts them, and the documents are kept with them.
 */
import { fairTurns } from "../../base/fair-turns.ts";
import type { CachedObject, ObjectPreparation } from "../../cache/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { type FieldIndex, parseObject, type Resource, typeTest, type WriteRules } from "../../registry/index.ts";
import type {
  CompiledSchema,
  Conversion,
  KindHooks,
  PausingResult,
  PausingWrite,
  RemoteConversion,
} from "../../schema/index.ts";
import type { TypeName } from "../served/document-conversion.ts";
import { convertedObject, type DocumentType } from "../served/document-type.ts";
import { selectableForm } from "./selectable-form.ts";

/** Limits of the objects in one request to a webhook. An object that is larger is sent alone. */
const chunk = { objectsMax: 500, bytesMax: 512 * 1024 };
/** Number of requests of one list at the same time. */
const requestsMax = 2;

/** Returns the conversion between two versions by a webhook. */
export function remoteVersions(remote: RemoteConversion, stored: TypeName, served: TypeName): Conversion {
  return {
    fromStored: (object) => remote.convert(object, served.apiVersion),
    toStored: (object) => remote.convert(object, stored.apiVersion),
  };
}

/**
 * Returns the document type of an endpoint whose documents a webhook converts, unless the object is stored in its version.
 * @param fields those that selectors of this version may name
 */
export function remoteDocumentType(type: DocumentType, remote: RemoteConversion, fields: FieldIndex): DocumentType {
  const { schema, kind } = type;
  const isInVersion = typeTest(kind);
  const form = `document ${kind.apiVersion}`;
  const isReady = (object: CachedObject): boolean =>
    object.unreadable !== undefined || isInVersion(object.bytes) || object.peekDerived(form) !== undefined;
  const toDocument = (stored: CachedObject): CachedObject =>
    isInVersion(stored.bytes)
      ? stored
      : stored.derived(form, () =>
          convertedObject(stored, schema, remote.convert(parseObject(stored), kind.apiVersion)),
        );
  const preparation = { isReady, prepare: preparer({ isReady, form, schema, remote, apiVersion: kind.apiVersion }) };
  return {
    ...type,
    parseForRow: (stored) => type.parseForRow?.(toDocument(stored)) ?? parseObject(toDocument(stored)),
    metadataObject: toDocument,
    toDocument,
    preparation,
    selectable: selectableForm(kind, fields, { toDocument, preparation }),
  };
}

interface PreparerOptions extends Pick<ObjectPreparation, "isReady"> {
  readonly form: string;
  readonly schema: CompiledSchema<ApiObject>;
  readonly remote: RemoteConversion;
  readonly apiVersion: string;
}

/** Returns a function that sends the next request while it processes the result of the previous one. */
function preparer({ isReady, form, schema, remote, apiVersion }: PreparerOptions): ObjectPreparation["prepare"] {
  const convert = async (part: readonly CachedObject[]): Promise<void> => {
    const documents = await convertPart(remote, part, apiVersion);
    for (const [index, stored] of part.entries()) {
      const document = documents[index];
      if (document) stored.setDerived(form, convertedObject(stored, schema, document));
      if (fairTurns.isOver) await fairTurns.next();
    }
  };
  return async (objects, signal) => {
    const parts = chunksOf(objects.filter((object) => !isReady(object)));
    const convertRest = async (): Promise<void> => {
      // Both callers share the iterator, so each part is converted once.
      for (const part of parts) {
        signal?.throwIfAborted();
        await convert(part);
      }
    };
    await Promise.all(Array.from({ length: requestsMax }, convertRest));
  };
}

/** Requests for one object are shared with other requests that need the same object at the same time. */
async function convertPart(
  remote: RemoteConversion,
  part: readonly CachedObject[],
  apiVersion: string,
): Promise<readonly ApiObject[]> {
  const objects = part.map(parseObject);
  if (part.length === 1) return await remote.convertAll(objects, apiVersion);
  const isPlain = !part.some(({ needsExactJson }) => needsExactJson);
  return await remote.convertList(objects, apiVersion, { isPlain });
}

function* chunksOf(objects: readonly CachedObject[]): Generator<readonly CachedObject[]> {
  let part: CachedObject[] = [];
  let bytes = 0;
  for (const object of objects) {
    const isFull = part.length === chunk.objectsMax || bytes + object.byteLength > chunk.bytesMax;
    if (isFull && part.length > 0) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(object);
    bytes += object.byteLength;
  }
  if (part.length > 0) yield part;
}

/** A served version whose documents a webhook converts. */
export interface RemoteRulesOptions {
  readonly resource: Resource;
  readonly remote: RemoteConversion;
  /** Hooks of the served version. */
  readonly hooks: KindHooks;
  readonly schema: CompiledSchema<ApiObject>;
  readonly apiVersion: string;
}

/**
 * Returns rules that check a write as it is in the served version. Apart from metadata, the stored form is not checked, as in the
 * reference.
 */
export function remoteRules({ resource, remote, hooks, schema, apiVersion }: RemoteRulesOptions): WriteRules {
  const documentsOf = async (...objects: readonly SharedObject[]): Promise<readonly ApiObject[]> => {
    const documents = await remote.convertAll(objects, apiVersion);
    return documents.map((document) => schema.canonical(document).object);
  };
  return {
    ...(hooks.nameFormat ? { nameFormat: hooks.nameFormat } : {}),
    createChecks: ["create"],
    updateChecks: { update: ["plainChange"], subresource: ["plainChange"] },
    validateWithPauses: async (write) => {
      const [object, old] = write.old ? await documentsOf(write.object, write.old) : await documentsOf(write.object);
      if (!object) throw new TypeError("the object was converted");
      return await check(resource, hooks, { ...write, object, old });
    },
  };
}

/** A write with its objects in the served version. */
interface DocumentWrite extends PausingWrite<ApiObject> {
  readonly object: ApiObject;
  readonly old: ApiObject | undefined;
}

async function check(resource: Resource, hooks: KindHooks, write: DocumentWrite): Promise<PausingResult> {
  const { object, old, subresource } = write;
  const context = resource.hookContext();
  const errors = old
    ? (hooks.validateUpdate?.(object, old, context, subresource) ?? [])
    : (hooks.validateCreate?.(object, context) ?? []);
  const more = await hooks.validateWithPauses?.({ ...write, errors: [...write.errors, ...errors] });
  return { errors: [...errors, ...(more?.errors ?? [])], warnings: more?.warnings ?? [] };
}
