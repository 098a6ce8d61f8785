/** Immutable fields of workloads: selectors, and most of the specs of StatefulSets and Jobs. */
import { type ImmutableField, testImmutableFields } from "../../support/immutable-fields.ts";

const apps = "/apis/apps/v1/namespaces/default";
const labels = { app: "web" };
const controller = {
  selector: { matchLabels: labels },
  template: {
    metadata: { labels: { ...labels, tier: "front" } },
    spec: { containers: [{ name: "app", image: "app:1" }] },
  },
};

const selector: ImmutableField = {
  title: "spec.selector",
  change: { spec: { selector: { matchLabels: { tier: "front" } } } },
  causes: [
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"web", "tier":"front"}, ' +
      "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable",
  ],
};

/** Changes that decrease or remove the collision count. */
const collisions: readonly ImmutableField[] = [1, null].map((collisionCount) => ({
  title: `status.collisionCount changed to ${collisionCount}`,
  earlierWrites: { status: { status: { collisionCount: 2 } } },
  subresource: "status",
  change: { status: { collisionCount } },
  causes: [`status.collisionCount: Invalid value: ${collisionCount ?? 0}: cannot be decremented`],
}));

const fewFields =
  "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
  "'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

const ofStatefulSet: readonly object[] = [
  { serviceName: "other" },
  { serviceName: null },
  { podManagementPolicy: "Parallel" },
  { revisionHistoryLimit: 5 },
  { selector: { matchLabels: { tier: "front" } } },
  { volumeClaimTemplates: [{ metadata: { name: "other" }, spec: {} }] },
  { volumeClaimTemplates: null },
];

const job = {
  template: { spec: { restartPolicy: "Never", containers: [{ name: "app", image: "app:1" }] } },
};
const indexed = { completionMode: "Indexed", completions: 3, parallelism: 1 };
const failurePolicyOfJob = { rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }] };
const failed = { podReplacementPolicy: "Failed" };

/** Returns a change of a Job's spec. `shown` is the value in the message, or a pattern for the whole cause. */
function ofJob(field: string, change: object, shown: string | RegExp, made: object = {}): ImmutableField {
  return {
    title: `spec.${field} changed to ${JSON.stringify(change)}`,
    creationPatch: { spec: made },
    change: { spec: change },
    causes: [typeof shown === "string" ? `spec.${field}: Invalid value: ${shown}: field is immutable` : shown],
  };
}

const template = /^spec\.template: Invalid value: .*: field is immutable$/;
const ofTemplate: readonly object[] = [
  { metadata: { annotations: { a: "b" } } },
  { metadata: { labels: { a: "b" } } },
  { spec: { containers: [{ name: "app", image: "app:2" }] } },
  { spec: { containers: [{ name: "other", image: "app:1" }] } },
  { spec: { nodeSelector: { disk: "ssd" } } },
  { spec: { tolerations: [{ operator: "Exists" }] } },
  { spec: { schedulingGates: [{ name: "example.com/a" }] } },
  { spec: { affinity: { nodeAffinity: {} } } },
  { spec: { restartPolicy: "OnFailure" } },
  { spec: { activeDeadlineSeconds: 5 } },
];
const notWhileSuspended: readonly object[] = [
  { spec: { containers: [{ name: "app", image: "app:2" }] } },
  { spec: { affinity: { podAffinity: {} } } },
  { spec: { hostname: "other" } },
];

await testImmutableFields([
  {
    kind: "ControllerRevision",
    collection: `${apps}/controllerrevisions`,
    manifest: { data: { a: 1 }, revision: 1 },
    fields: [
      { title: "data", change: { data: { a: 2 } }, causes: [/^data: Invalid value: .*: field is immutable$/] },
      {
        title: "data with a member removed",
        change: { data: { a: null } },
        causes: [/^data: Invalid value: .*: field is immutable$/],
      },
    ],
  },
  {
    kind: "DaemonSet",
    collection: `${apps}/daemonsets`,
    manifest: { spec: controller },
    fields: [selector, ...collisions],
  },
  {
    kind: "Deployment",
    collection: `${apps}/deployments`,
    manifest: { spec: controller },
    fields: [selector, ...collisions],
  },
  { kind: "ReplicaSet", collection: `${apps}/replicasets`, manifest: { spec: controller }, fields: [selector] },
  {
    kind: "StatefulSet",
    collection: `${apps}/statefulsets`,
    manifest: {
      spec: { ...controller, serviceName: "web", volumeClaimTemplates: [{ metadata: { name: "data" }, spec: {} }] },
    },
    fields: [
      ...ofStatefulSet.map((change) => ({
        title: `spec changed to ${JSON.stringify(change)}`,
        change: { spec: change },
        causes: [fewFields],
      })),
      ...collisions,
    ],
  },
  {
    kind: "Job",
    collection: "/apis/batch/v1/namespaces/default/jobs",
    manifest: { spec: job },
    fields: [
      ofJob(
        "selector",
        { selector: { matchLabels: { c: "d" } } },
        'v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
        {
          manualSelector: true,
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b", c: "d" } } },
        },
      ),
      ...ofTemplate.map((change) => ofJob("template", { template: change }, template)),
      ...notWhileSuspended.map((change) => ofJob("template", { template: change }, template, { suspend: true })),
      ofJob("completions", { completions: 2 }, "2"),
      ofJob(
        "completions",
        { completions: 4 },
        /^spec\.completions: Invalid value: 4: can only be modified in tandem with spec\.parallelism$/,
        indexed,
      ),
      ofJob("completionMode", { completionMode: "Indexed" }, '"Indexed"', { completions: 1 }),
      ofJob(
        "podFailurePolicy",
        { podFailurePolicy: failurePolicyOfJob },
        /^spec\.podFailurePolicy: Invalid value: .*: field is immutable$/,
        failed,
      ),
      ofJob("podFailurePolicy", { podFailurePolicy: null }, '"null"', {
        ...failed,
        podFailurePolicy: failurePolicyOfJob,
      }),
      ofJob("backoffLimitPerIndex", { backoffLimitPerIndex: 2 }, "2", { ...indexed, backoffLimitPerIndex: 1 }),
      ofJob("backoffLimitPerIndex", { backoffLimitPerIndex: null }, '"null"', { ...indexed, backoffLimitPerIndex: 1 }),
      ofJob("managedBy", { managedBy: "example.com/me" }, '"example.com/me"'),
      ofJob("managedBy", { managedBy: null }, '"null"', { managedBy: "example.com/me" }),
      ofJob(
        "successPolicy",
        { successPolicy: { rules: [{ succeededCount: 1 }] } },
        /^spec\.successPolicy: Invalid value: .*: field is immutable$/,
        indexed,
      ),
      ofJob("successPolicy", { successPolicy: null }, '"null"', {
        ...indexed,
        successPolicy: { rules: [{ succeededCount: 1 }] },
      }),
    ],
  },
]);
