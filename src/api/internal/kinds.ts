/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { storageVersion } from "./v1alpha1/storage-version.ts";

export const internalKinds: readonly KindDeclaration[] = [storageVersion];
