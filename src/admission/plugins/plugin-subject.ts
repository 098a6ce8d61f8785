import type { KindDeclaration } from "../../schema/index.ts";

/** A kind, and one of its subresources. */
export type PluginSubject = KindDeclaration | { readonly kind: KindDeclaration; readonly subresource: string };
