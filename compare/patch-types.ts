/** Media types of patches. */
export const patchTypes = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

export type PatchType = keyof typeof patchTypes;
