import type { KindDeclaration } from "../../schema/index.ts";
import { customResourceDefinition } from "./v1/custom-resource-definition.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const apiextensionsKinds: readonly KindDeclaration[] = [customResourceDefinition];
