import type { KindDeclaration } from "../../schema/index.ts";
import { storageVersion } from "./v1alpha1/storage-version.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const internalKinds: readonly KindDeclaration[] = [storageVersion];
