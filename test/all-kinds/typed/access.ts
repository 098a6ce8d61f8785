/** Typed objects of `authentication`, `authorization`, `rbac` and `certificates`. */
import type {
  ApiObject,
  CertificateSigningRequest,
  ClusterRole,
  ClusterRoleBinding,
  ClusterTrustBundle,
  LocalSubjectAccessReview,
  Role,
  RoleBinding,
  SelfSubjectAccessReview,
  SelfSubjectReview,
  SelfSubjectReviewV1beta1,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  TokenReview,
} from "../../../src/api/index.ts";
import { authority } from "../../../src/kinds/certificates/testing/certificates.ts";
import { sample } from "./sample.ts";

const resourceAttributes = { namespace: "default", verb: "get", group: "apps", resource: "deployments", name: "web" };

const reviews = [
  sample<SelfSubjectReview>({ kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1", metadata: {} }),
  sample<SelfSubjectReviewV1beta1>({
    kind: "SelfSubjectReview",
    apiVersion: "authentication.k8s.io/v1beta1",
    metadata: {},
  }),
  sample<TokenReview>({
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: {},
    spec: { token: "unknown", audiences: ["https://shop.example"] },
  }),
  sample<LocalSubjectAccessReview>({
    kind: "LocalSubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: { namespace: "default" },
    spec: { user: "ann", groups: ["ops"], resourceAttributes },
  }),
  sample<SelfSubjectAccessReview>({
    kind: "SelfSubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: {},
    spec: { nonResourceAttributes: { path: "/metrics", verb: "get" } },
  }),
  sample<SelfSubjectRulesReview>({
    kind: "SelfSubjectRulesReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: {},
    spec: { namespace: "default" },
  }),
  sample<SubjectAccessReview>({
    kind: "SubjectAccessReview",
    apiVersion: "authorization.k8s.io/v1",
    metadata: {},
    spec: { user: "ann", extra: { "example.com/team": ["a", "b"] }, resourceAttributes },
  }),
];

const rules = [{ verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["pods", "deployments"] }];
const ann = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "ann" };
const builder = { kind: "ServiceAccount", namespace: "ci", name: "builder" };

const grants = [
  sample<ClusterRole>({
    kind: "ClusterRole",
    apiVersion: "rbac.authorization.k8s.io/v1",
    metadata: { name: "reader" },
    rules: [...rules, { verbs: ["get"], nonResourceURLs: ["/logs/*"] }],
  }),
  sample<ClusterRoleBinding>({
    kind: "ClusterRoleBinding",
    apiVersion: "rbac.authorization.k8s.io/v1",
    metadata: { name: "readers" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" },
    subjects: [ann, builder],
  }),
  sample<Role>({ kind: "Role", apiVersion: "rbac.authorization.k8s.io/v1", metadata: { name: "reader" }, rules }),
  sample<RoleBinding>({
    kind: "RoleBinding",
    apiVersion: "rbac.authorization.k8s.io/v1",
    metadata: { name: "readers" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    subjects: [ann],
  }),
];

/** A certificate request for the common name `it`. Its key was discarded. */
const request = `
-----BEGIN CERTIFICATE REQUEST-----
MIHHMG8CAQAwDTELMAkGA1UEAwwCaXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AATb1qGaDiQ8S+xS9U2VSqTGMAfJIUK2TVMS0ViXoGlF69eFx+jt5lm7M2wVZVG4
i+Ud9kDfKfWr7Tws+0GV1lBdoAAwCgYIKoZIzj0EAwIDSAAwRQIgfJMR8iEj2Iv7
HJQW+E8AJ/qKrnsC9W29x1+go0SSQ6oCIQCGsvE1lmsRME/+4rWzHMX5c/bvlhyy
FEtdQC0TUNeJrw==
-----END CERTIFICATE REQUEST-----
`;
const certificates = [
  sample<CertificateSigningRequest>({
    kind: "CertificateSigningRequest",
    apiVersion: "certificates.k8s.io/v1",
    metadata: { name: "ann" },
    spec: {
      request: Buffer.from(request.trimStart()).toString("base64"),
      signerName: "example.com/clients",
      expirationSeconds: 86_400,
      usages: ["client auth", "digital signature"],
    },
  }),
  sample<ClusterTrustBundle>({
    kind: "ClusterTrustBundle",
    apiVersion: "certificates.k8s.io/v1alpha1",
    metadata: { name: "example.com:clients:a" },
    spec: { signerName: "example.com/clients", trustBundle: authority },
  }),
];

export const accessSamples: readonly ApiObject[] = [...reviews, ...grants, ...certificates];
