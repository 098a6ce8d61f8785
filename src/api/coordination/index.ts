/** The types of this group, and the kinds that declare them. */
export { type Lease, type LeaseSpec, lease } from "./v1/lease.ts";
export { type LeaseCandidate, type LeaseCandidateSpec, leaseCandidate } from "./v1alpha2/lease-candidate.ts";
