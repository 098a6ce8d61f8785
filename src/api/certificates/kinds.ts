import type { KindDeclaration } from "../../schema/index.ts";
import { certificateSigningRequest } from "./v1/certificate-signing-request.ts";
import { clusterTrustBundle } from "./v1alpha1/cluster-trust-bundle.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const certificatesKinds: readonly KindDeclaration[] = [certificateSigningRequest, clusterTrustBundle];
