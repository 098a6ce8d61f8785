/** Options of requests. They come in the query; a document may name their types all the same. */
import {
  boolean,
  int64,
  list,
  namedText,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../../schema/index.ts";

const dryRun = list(text, { type: "atomic" });
const dryRunDoc = "All runs every check without storing anything.";
const fieldManagerDoc = "The name under which the writer owns fields.";
const fieldValidationDoc = "What becomes of unknown and duplicate fields: Ignore, Warn or Strict.";

export const getOptions: StructSchema = struct("meta/v1.GetOptions", "How an object is read.", {
  ...typeMetaFields,
  resourceVersion: optional(text, 1, "What is shown is at least as new."),
});

export const listOptions: StructSchema = struct("meta/v1.ListOptions", "What a list or a watch shows.", {
  ...typeMetaFields,
  labelSelector: optional(text, 1, "Only objects with such labels."),
  fieldSelector: optional(text, 2, "Only objects with such fields."),
  watch: optional(boolean, 3, "Reports changes instead of a list."),
  allowWatchBookmarks: optional(boolean, 9, "A watch may send events that only tell a version."),
  resourceVersion: optional(text, 4, "The version that is shown, or from which changes are reported."),
  resourceVersionMatch: optional(namedText("v1.ResourceVersionMatch"), 10, "How the version is meant."),
  timeoutSeconds: pointer(int64, 5, "How long the request may take."),
  limit: optional(int64, 7, "So many objects on a page."),
  continue: optional(text, 8, "The page that is wanted."),
  sendInitialEvents: pointer(boolean, 11, "A watch begins with events of what there is."),
});

export const createOptions: StructSchema = struct("meta/v1.CreateOptions", "How an object is created.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  fieldManager: optional(text, 3, fieldManagerDoc),
  fieldValidation: optional(text, 4, fieldValidationDoc),
});

export const patchOptions: StructSchema = struct("meta/v1.PatchOptions", "How an object is patched.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  force: pointer(boolean, 2, "Takes fields from other managers."),
  fieldManager: optional(text, 3, fieldManagerDoc),
  fieldValidation: optional(text, 4, fieldValidationDoc),
});

export const updateOptions: StructSchema = struct("meta/v1.UpdateOptions", "How an object is updated.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  fieldManager: optional(text, 2, fieldManagerDoc),
  fieldValidation: optional(text, 3, fieldValidationDoc),
});
