/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { priorityClass } from "./v1/priority-class.ts";

export const schedulingKinds: readonly KindDeclaration[] = [priorityClass];
