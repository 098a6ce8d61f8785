import type { KindDeclaration } from "../../schema/index.ts";
import { flowSchema } from "./v1/flow-schema.ts";
import { priorityLevelConfiguration } from "./v1/priority-level-configuration.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const flowcontrolKinds: readonly KindDeclaration[] = [flowSchema, priorityLevelConfiguration];
