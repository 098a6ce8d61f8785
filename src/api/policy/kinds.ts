/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { podDisruptionBudget } from "./v1/pod-disruption-budget.ts";

export const policyKinds: readonly KindDeclaration[] = [podDisruptionBudget];
