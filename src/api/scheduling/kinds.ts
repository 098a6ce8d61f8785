import type { KindDeclaration } from "../../schema/index.ts";
import { priorityClass } from "./v1/priority-class.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const schedulingKinds: readonly KindDeclaration[] = [priorityClass];
