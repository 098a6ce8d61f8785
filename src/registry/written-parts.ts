/** Which parts of an object a write to it, or to one of its subresources, changes in the version of the request. */
import type { KindDeclaration, ObjectSubresource } from "../schema/index.ts";

/**
 * Returns the paths whose stored values a write keeps. A write to the object keeps a status that has a subresource.
 * @param subresource empty for the object itself
 */
export function restoredPaths(declaration: KindDeclaration, subresource: string): readonly string[] {
  const { status } = declaration.subresources;
  if (subresource === "") return status && !status.isWrittenWithObject ? ["status"] : [];
  return writableSubresource(declaration, subresource)?.keeps ?? [];
}

/** Returns the only members that a write to a subresource changes. Undefined if `restoredPaths` says what it keeps. */
export function writtenMembers(declaration: KindDeclaration, subresource: string): readonly string[] | undefined {
  return writableSubresource(declaration, subresource)?.writes;
}

/** Paths of fields, and whether a write records their managers. */
export interface OwnedPaths {
  /** For fields at and below these paths, the write records no field manager. */
  readonly unowned: readonly string[];
  /** If present, the write records managers only for fields at and below these paths. */
  readonly owned?: readonly string[] | undefined;
}

/** Returns the paths for which a write records field managers. @param subresource empty for the object itself */
export function ownedPaths(declaration: KindDeclaration, subresource: string): OwnedPaths {
  const restored = restoredPaths(declaration, subresource);
  if (subresource === "") return { unowned: [...restored, ...declaration.rules.unowned] };
  const written = writableSubresource(declaration, subresource);
  return { unowned: written?.unowned ?? restored, owned: written?.changes };
}

/** Returns a subresource that is written as the whole object. */
function writableSubresource({ subresources }: KindDeclaration, subresource: string): ObjectSubresource | undefined {
  const { status, others } = subresources;
  return subresource === "status" ? status : others?.[subresource];
}
