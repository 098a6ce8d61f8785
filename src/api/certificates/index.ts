/** The types of this group, and the kinds that declare them. */
export {
  type CertificateSigningRequest,
  type CertificateSigningRequestCondition,
  type CertificateSigningRequestSpec,
  type CertificateSigningRequestStatus,
  certificateSigningRequest,
} from "./v1/certificate-signing-request.ts";
export {
  type ClusterTrustBundle,
  type ClusterTrustBundleSpec,
  clusterTrustBundle,
} from "./v1alpha1/cluster-trust-bundle.ts";
