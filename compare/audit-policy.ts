/** The audit policy of both servers. Its rules depend on the resource, so that the suite can use all levels. */
export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- level: None
  nonResourceURLs: ["/version*"]
- level: Metadata
  resources:
  - resources: [secrets, secrets/*]
- level: Request
  resources:
  - resources: [serviceaccounts]
- level: RequestResponse
  omitManagedFields: true
  omitStages: [RequestReceived]
  resources:
  - resources: [configmaps]
- level: Metadata
  users: [modest]
- level: RequestResponse
`;
