/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { customResourceDefinition } from "./v1/custom-resource-definition.ts";

export const apiextensionsKinds: readonly KindDeclaration[] = [customResourceDefinition];
