/**
 * Manifests: the documents of files, and their objects in the versions that are served now.
 *
 * Nothing here reads a file or prints. A conversion edits the plain object, so that fields stay in the order in which
 * they were written. What a removed version took where nothing was said, and the new one would take otherwise, is
 * written down and noted; what has no place any more is left out and noted; what has no successor is a ConversionError.
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
  type ReadDocument,
  readDocument,
  splitDocuments,
} from "./documents.ts";
export { type RemovedVersion, removedVersions } from "./removed-versions.ts";
export { type Tree, textAt, treeAt, treesAt } from "./tree.ts";
