/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { flowSchema } from "./v1/flow-schema.ts";
import { priorityLevelConfiguration } from "./v1/priority-level-configuration.ts";

export const flowcontrolKinds: readonly KindDeclaration[] = [flowSchema, priorityLevelConfiguration];
