/**
 * Manifests: the documents of files, and the conversion of their objects to served versions.
 *
 * This room does not read files or print. A conversion edits the plain object, so that fields keep their order. If the
 * default of a field differs between the removed and the new version, the old default is set explicitly and noted. A
 * field that the new version lacks is removed and noted. An object without a successor causes a ConversionError.
 */
export { ConversionError, type Note } from "./change.ts";
export {
  type Converted,
  type ConvertOptions,
  convertManifest,
  isServedVersion,
  type KnownType,
  knownType,
  spelledVersion,
  whyUnknown,
} from "./convert.ts";
export {
  DocumentError,
  isListOfObjects,
  type ManifestDocument,
  noObject,
  objectsOf,
  type ReadDocument,
  readDocument,
  splitDocuments,
} from "./documents.ts";
export { type RemovedVersion, removedVersions } from "./removed-versions.ts";
export { type Tree, textAt, treeAt, treesAt } from "./tree.ts";
