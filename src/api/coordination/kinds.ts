/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { lease } from "./v1/lease.ts";
import { leaseCandidate } from "./v1alpha2/lease-candidate.ts";

export const coordinationKinds: readonly KindDeclaration[] = [lease, leaseCandidate];
