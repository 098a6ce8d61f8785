/** API groups whose names depend on the vocabulary, for the rules of default roles. */
import { group } from "../../../meta/vocabulary.ts";

/** Group of admission policies. */
export const admissionregistration = group("admissionregistration");
/** Group of TokenReviews. */
export const authentication = group("authentication");
/** Group of access reviews. */
export const authorization = group("authorization");
/** Group of certificate requests. */
export const certificates = group("certificates");
/** Group of Leases. */
export const coordination = group("coordination");
/** Group of metrics about objects of any kind. */
export const customMetrics = group("custom.metrics");
/** Group of EndpointSlices. */
export const discovery = group("discovery");
/** Group of Events. */
export const events = group("events");
/** Group of metrics from outside the cluster. */
export const externalMetrics = group("external.metrics");
/** Group of StorageVersions. */
export const internalApiserver = group("internal.apiserver");
/** Group of the usage of Nodes and Pods. */
export const metrics = group("metrics");
/** Group of Ingresses and NetworkPolicies. */
export const networking = group("networking");
/** Group of RuntimeClasses. */
export const node = group("node");
/** Group of roles and bindings. */
export const rbac = group("rbac.authorization");
/** Group of ResourceClaims. */
export const resource = group("resource");
/** Group of StorageClasses. */
export const storage = group("storage");
/** Group of StorageVersionMigrations. */
export const storagemigration = group("storagemigration");
