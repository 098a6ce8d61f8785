/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { runtimeClass } from "./v1/runtime-class.ts";

export const nodeKinds: readonly KindDeclaration[] = [runtimeClass];
