import { expect, test } from "vitest";
import { sourcedMessage, sourceTitle } from "./answer-source.ts";

// The texts are those of API servers of the release v1.32.
test.each([
  [
    `configmaps "web" is forbidden: ValidatingAdmissionPolicy 'names' with binding 'all' denied request: wrong name`,
    "ValidatingAdmissionPolicy names with binding all",
    "wrong name",
  ],
  [
    "Validation failed for ValidatingAdmissionPolicy 'names' with binding 'all': wrong name",
    "ValidatingAdmissionPolicy names with binding all",
    "wrong name",
  ],
  [
    "policy 'labels' with binding 'all' denied request: no such key: a",
    "MutatingAdmissionPolicy labels with binding all",
    "no such key: a",
  ],
  [`admission webhook "a.example.com" denied the request: no`, "webhook a.example.com", "no"],
  [
    `admission webhook "a.example.com" denied the request without explanation`,
    "webhook a.example.com",
    "denied the request without explanation",
  ],
  [`Internal error occurred: failed calling webhook "a.example.com": timeout`, "webhook a.example.com", "timeout"],
  [
    `pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)`,
    "PodSecurity baseline:latest",
    "host namespaces (hostPID=true)",
  ],
  [
    `would violate PodSecurity "restricted:v1.30": runAsNonRoot != true`,
    "PodSecurity restricted:v1.30",
    "runAsNonRoot != true",
  ],
  [
    `pods "a" is forbidden: exceeded quota: small, requested: pods=1, used: pods=2, limited: pods=2`,
    "ResourceQuota small",
    "requested: pods=1, used: pods=2, limited: pods=2",
  ],
  [
    `pods "a" is forbidden: maximum cpu usage per Container is 1, but limit is 2`,
    "LimitRanger",
    "maximum cpu usage per Container is 1, but limit is 2",
  ],
  [
    `pods "a" is forbidden: failed quota: team: must specify requests.cpu for: c`,
    "ResourceQuota team",
    "must specify requests.cpu for: c",
  ],
  [`pods "a" is forbidden: status unknown for quota: team, resources: pods`, "ResourceQuota team", "resources: pods"],
  [
    `pods "a" is forbidden: insufficient quota to consume: pods`,
    "ResourceQuota",
    "insufficient quota to consume: pods",
  ],
  [
    `pods "a" is forbidden: pod rejected: RuntimeClass "none" not found`,
    "RuntimeClass",
    'pod rejected: RuntimeClass "none" not found',
  ],
  [
    `pods "a" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name`,
    "Priority",
    "the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name",
  ],
  [
    `persistentvolumeclaims "a" is forbidden: Only bound persistent volume claims can be expanded`,
    "PersistentVolumeClaimResize",
    "Only bound persistent volume claims can be expanded",
  ],
  [
    `nodes "b" is forbidden: node "a" is not allowed to modify node "b"`,
    "NodeRestriction",
    `node "a" is not allowed to modify node "b"`,
  ],
  [
    `namespaces "default" is forbidden: this namespace may not be deleted`,
    "NamespaceLifecycle",
    "this namespace may not be deleted",
  ],
  [
    `pods "a" is forbidden: no PriorityClass with name high was found`,
    "Priority",
    "no PriorityClass with name high was found",
  ],
  [`namespaces "shop" not found`, "NamespaceLifecycle", `namespaces "shop" not found`],
  ["something else", undefined, "something else"],
])("the source of %j is %j", (text, title, message) => {
  const found = sourcedMessage(text);
  expect([sourceTitle(found), found.message]).toEqual([title, message]);
});
