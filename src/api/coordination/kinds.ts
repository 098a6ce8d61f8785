import type { KindDeclaration } from "../../schema/index.ts";
import { lease } from "./v1/lease.ts";
import { leaseCandidate } from "./v1alpha2/lease-candidate.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const coordinationKinds: readonly KindDeclaration[] = [lease, leaseCandidate];
