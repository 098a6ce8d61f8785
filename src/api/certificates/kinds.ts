/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { certificateSigningRequest } from "./v1/certificate-signing-request.ts";
import { clusterTrustBundle } from "./v1alpha1/cluster-trust-bundle.ts";

export const certificatesKinds: readonly KindDeclaration[] = [certificateSigningRequest, clusterTrustBundle];
