/**
 * The generic registry: it creates, reads, lists, watches, updates and deletes objects of any kind, as the kind's
 * declaration and hooks say. It mentions no kind by name. Reads are served from the cache. Writes go to the engine, and
 * return once the caches show them.
 */
export { type BoundKind, bindKind } from "./bound-kind.ts";
export { type ClaimSpace, plainSpace } from "./claims/claim-space.ts";
export { type ClaimRangeSource, ClaimStore, fixedRanges } from "./claims/claim-store.ts";
export { ClaimUpkeep } from "./claims/claim-upkeep.ts";
export { objectSpace } from "./claims/object-space.ts";
export { type CreateRequest, createObject } from "./create.ts";
export {
  type DeleteResult,
  deleteObject,
  deleteUnreadable,
  type ObjectDeleteOptions,
  unreadableOption,
} from "./delete.ts";
export { deleteCollection } from "./delete-collection.ts";
export { deleteOptionErrors } from "./delete-options.ts";
export { FieldIndex } from "./field-index.ts";
export type { MakeCache } from "./make-cache.ts";
export { generateName } from "./name-generator.ts";
export { type OwnedChange, objectAccess } from "./object-access.ts";
export { ObjectExpiry } from "./object-expiry.ts";
export { areSameObject, expiryOf, objectHead, typeTest } from "./object-format.ts";
export { getObject, type ListRequest, type ListResult, listForRequest, parseResourceVersion } from "./read.ts";
export { getPastObject, readObjectHistory, readPastRevision, type ShownHistory } from "./read-past.ts";
export { parsingReaderOf, readerOf, scannerOf } from "./reader.ts";
export { createIndexReader, parseObject, type RegistryServices, Resource } from "./resource.ts";
export {
  type CollectionScope,
  type CollectionSelection,
  type SelectableForm,
  selectCollection,
  withDeclaredNames,
} from "./selection.ts";
export { type FailedOperation, isStoreUnavailable, toStatusError } from "./storage-errors.ts";
export type { StoredObject } from "./stored-object.ts";
export type { TimeStore } from "./time-store.ts";
export { type UpdateRequest, type UpdateResult, updateObject } from "./update.ts";
export { ensureNamespace, type ObjectWrite, type WriteCheck, type WriteRules, type WriteTarget } from "./write.ts";
export { type OwnedPaths, ownedPaths } from "./written-parts.ts";
