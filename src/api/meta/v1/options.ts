/** Options of requests. Clients send them in the query, but documents of these types exist, too. */
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
const dryRunDoc = "All validates the request without storing anything.";
const fieldManagerDoc = "Name of the field manager.";
const fieldValidationDoc = "Handling of unknown and duplicate fields: Ignore, Warn or Strict.";

export const getOptions: StructSchema = struct("meta/v1.GetOptions", "Options of a get.", {
  ...typeMetaFields,
  resourceVersion: optional(text, 1, "Smallest version of the response."),
});

export const listOptions: StructSchema = struct("meta/v1.ListOptions", "Options of a list or a watch.", {
  ...typeMetaFields,
  labelSelector: optional(text, 1, "Selector for the labels of the objects."),
  fieldSelector: optional(text, 2, "Selector for fields of the objects."),
  watch: optional(boolean, 3, "Whether changes are sent instead of a list."),
  allowWatchBookmarks: optional(boolean, 9, "Whether a watch may send bookmarks, which contain only a version."),
  resourceVersion: optional(text, 4, "Version of the list, or version after which a watch starts."),
  resourceVersionMatch: optional(
    namedText("v1.ResourceVersionMatch"),
    10,
    "Interpretation of resourceVersion: Exact or NotOlderThan.",
  ),
  timeoutSeconds: pointer(int64, 5, "Seconds after which the request ends."),
  limit: optional(int64, 7, "Largest number of objects per page."),
  continue: optional(text, 8, "Token of the page."),
  sendInitialEvents: pointer(boolean, 11, "Whether a watch starts with events for the existing objects."),
});

export const createOptions: StructSchema = struct("meta/v1.CreateOptions", "Options of a create.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  fieldManager: optional(text, 3, fieldManagerDoc),
  fieldValidation: optional(text, 4, fieldValidationDoc),
});

export const patchOptions: StructSchema = struct("meta/v1.PatchOptions", "Options of a patch.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  force: pointer(boolean, 2, "Whether an apply takes over fields from other field managers."),
  fieldManager: optional(text, 3, fieldManagerDoc),
  fieldValidation: optional(text, 4, fieldValidationDoc),
});

export const updateOptions: StructSchema = struct("meta/v1.UpdateOptions", "Options of an update.", {
  ...typeMetaFields,
  dryRun: optional(dryRun, 1, dryRunDoc),
  fieldManager: optional(text, 2, fieldManagerDoc),
  fieldValidation: optional(text, 3, fieldValidationDoc),
});
