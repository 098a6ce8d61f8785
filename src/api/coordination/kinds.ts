/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { lease } from "./v1/lease.ts";

export const coordinationKinds: readonly KindDeclaration[] = [lease];
