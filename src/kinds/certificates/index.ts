/** Hooks of the kinds in this group. */
import { certificateSigningRequest, clusterTrustBundle } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { certificateSigningRequestHooks } from "./certificate-signing-request.ts";
import { clusterTrustBundleHooks } from "./cluster-trust-bundle.ts";

/** Hooks of all kinds in this group. */
export const certificatesHooks: readonly HookEntry[] = [
  hooksOf(certificateSigningRequest, certificateSigningRequestHooks),
  hooksOf(clusterTrustBundle, clusterTrustBundleHooks),
];
