import type { KindDeclaration } from "../../schema/index.ts";
import { runtimeClass } from "./v1/runtime-class.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const nodeKinds: readonly KindDeclaration[] = [runtimeClass];
