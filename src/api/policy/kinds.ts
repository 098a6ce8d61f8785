import type { KindDeclaration } from "../../schema/index.ts";
import { podDisruptionBudget } from "./v1/pod-disruption-budget.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const policyKinds: readonly KindDeclaration[] = [podDisruptionBudget];
