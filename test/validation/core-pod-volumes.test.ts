import { describe } from "vitest";
import { notFileMode, notLabel } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--feature-gates=ClusterTrustBundleProjection=true"]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { serviceAccountName: "default", containers: [{ name: "app", image: "app:1" }] },
});

const upwards = "must not contain '..'";

type VolumeCase = readonly [title: string, source: object, ...causes: (string | RegExp)[]];

/** Registers tests of Pods with one volume. @param place path from the volume to the causes */
function refuse(place: string, cases: readonly VolumeCase[]): void {
  for (const [title, source, ...causes] of cases) {
    pods.create(
      title,
      ({ spec }) => {
        spec.volumes = [{ name: "data", ...source }];
      },
      causes.map((cause) => (typeof cause === "string" ? `spec.volumes[0]${place}${cause}` : cause)),
    );
  }
}

describe("volumes of a Pod", () => {
  const named =
    (...names: string[]) =>
    ({ spec }: { spec: { volumes: object[] } }): void => {
      spec.volumes = names.map((name) => ({ name, emptyDir: {} }));
    };
  pods.create("[Volumes#1] a volume without a name is rejected", named(""), ["spec.volumes[0].name: Required value"]);
  pods.create("[Volumes#2] a volume whose name is no DNS label is rejected", named("a.b"), [
    'spec.volumes[0].name: Invalid value: "a.b": must not contain dots',
  ]);
  pods.create("[Volumes#3] two volumes with the same name are rejected", named("a", "b", "a"), [
    'spec.volumes[2].name: Duplicate value: "a"',
  ]);
  pods.create(
    "[Volumes#4] a claim volume that uses the claim of an ephemeral volume is rejected",
    (pod) => {
      pod.metadata.name = "web";
      const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
      pod.spec.volumes = [
        { name: "own", ephemeral: { volumeClaimTemplate: { spec } } },
        { name: "other", persistentVolumeClaim: { claimName: "web-own" } },
      ];
    },
    [
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "web-own": must not reference a PVC that gets created for an ephemeral volume',
    ],
  );
  pods.create(
    "an ephemeral source behind another source causes no error about the name of its claim",
    (pod) => {
      pod.metadata.name = "web";
      const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
      pod.spec.volumes = [{ name: "Own", emptyDir: {}, ephemeral: { volumeClaimTemplate: { spec } } }];
    },
    [
      "spec.volumes[0].ephemeral: Forbidden: may not specify more than 1 volume type",
      `spec.volumes[0].name: Invalid value: "Own": ${notLabel}`,
    ],
  );
});

describe("an item of a secret volume", () => {
  const secret = (item: object): object => ({ secret: { secretName: "s", items: [item] } });
  refuse(".secret.items[0]", [
    ["[KeyToPath#1] an item without a key is rejected", secret({ path: "a" }), ".key: Required value"],
    ["[KeyToPath#2] an item without a path is rejected", secret({ key: "a" }), ".path: Required value"],
    [
      "[KeyToPath#3] an item with .. in its path is rejected",
      secret({ key: "a", path: "../b" }),
      `.path: Invalid value: "../b": ${upwards}`,
    ],
    [
      "[KeyToPath#4] an item with an invalid mode is rejected",
      secret({ key: "a", path: "b", mode: 512 }),
      `.mode: Invalid value: 512: ${notFileMode}`,
    ],
  ]);
});

describe("an item of a downwardAPI volume", () => {
  const file = (item: object): object => ({ downwardAPI: { items: [item] } });
  const fieldRef = { fieldPath: "metadata.name" };
  const resourceFieldRef = { containerName: "app", resource: "limits.cpu" };
  refuse(".downwardAPI", [
    ["[DownwardAPIFile#1] a downwardAPI item without a path is rejected", file({ fieldRef }), ".path: Required value"],
    [
      "[DownwardAPIFile#2] a downwardAPI item with an absolute path is rejected",
      file({ path: "/a", fieldRef }),
      '.path: Invalid value: "/a": must be a relative path',
    ],
    [
      "[DownwardAPIFile#3] a downwardAPI item with a field that volumes do not support is rejected",
      file({ path: "a", fieldRef: { fieldPath: "spec.nodeName" } }),
      '.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
    ],
    [
      "[DownwardAPIFile#4] a downwardAPI item with both fieldRef and resourceFieldRef is rejected",
      file({ path: "a", fieldRef, resourceFieldRef }),
      ': Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
    ],
    [
      "[DownwardAPIFile#5] a downwardAPI item without a source is rejected",
      file({ path: "a" }),
      ": Required value: one of fieldRef and resourceFieldRef is required",
    ],
    [
      "[DownwardAPIFile#6] a downwardAPI item with an invalid mode is rejected",
      file({ path: "a", fieldRef, mode: -1 }),
      `.mode: Invalid value: -1: ${notFileMode}`,
    ],
  ]);
});

describe("projected volumes", () => {
  const projected = (...sources: object[]): object => ({ projected: { sources } });
  const token = (part: object): object => projected({ serviceAccountToken: { path: "token", ...part } });
  const bundle = (part: object): object => projected({ clusterTrustBundle: { path: "ca", ...part } });
  const items = [{ key: "a", path: "f" }];
  refuse(".projected", [
    [
      "[ProjectedSources#1] a projected secret without a name is rejected",
      projected({ secret: {} }),
      ".sources[0].secret.name: Required value",
    ],
    [
      "[ProjectedSources#2] a projected configMap without a name is rejected",
      projected({ configMap: {} }),
      ".sources[0].configMap.name: Required value",
    ],
    [
      "[ProjectedSources#3] two projected sources with the same path are rejected",
      projected({ secret: { name: "s", items } }, { configMap: { name: "c", items } }),
      ': Invalid value: "c": conflicting duplicate paths',
    ],
    [
      "[ProjectedSources#4] a projected token with expirationSeconds 599 is rejected",
      token({ expirationSeconds: 599 }),
      ".sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
    ],
    [
      "[ProjectedSources#5] a projected token with more than 2^32 expirationSeconds is rejected",
      token({ expirationSeconds: 4_294_967_297 }),
      ".sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
    ],
    ["[ProjectedSources#6] a projected token without a path is rejected", token({ path: "" }), ".path: Required value"],
    [
      "[ProjectedSources#7] a projected token with a path that starts with .. is rejected",
      token({ path: "..a" }),
      ".path: Invalid value: \"..a\": must not start with '..'",
    ],
    [
      "[ProjectedSources#8] a projected clusterTrustBundle with both name and signerName is rejected",
      bundle({ name: "b", signerName: "example.com/s" }),
      /^spec\.volumes\[0\]\.projected\.sources\[0\]\.clusterTrustBundle: Invalid value: .*: only one of name and signerName may be used$/,
    ],
    [
      "[ProjectedSources#9, ProjectedSources#10] a projected clusterTrustBundle with an empty name is rejected",
      bundle({ name: "" }),
      ".sources[0].clusterTrustBundle.name: Required value: must be a valid object name",
      ".sources[0].clusterTrustBundle.name: Invalid value: \"\": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "[ProjectedSources#11] a projected clusterTrustBundle with both name and labelSelector is rejected",
      bundle({ name: "example.com:s:b", labelSelector: { matchLabels: { a: "b" } } }),
      '.sources[0].clusterTrustBundle.labelSelector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: labelSelector must be unset if name is specified',
    ],
    [
      "[ProjectedSources#12] a projected clusterTrustBundle with an empty signerName is rejected",
      bundle({ signerName: "" }),
      ".sources[0].clusterTrustBundle.signerName: Required value: must be a valid signer name",
      ".sources[0].clusterTrustBundle.signerName: Required value",
    ],
    [
      "[ProjectedSources#13] a projected clusterTrustBundle whose signerName has no domain is rejected",
      bundle({ signerName: "example" }),
      ".sources[0].clusterTrustBundle.signerName: Invalid value: \"example\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
    ],
    [
      "[ProjectedSources#14] a projected clusterTrustBundle with neither name nor signerName is rejected",
      bundle({}),
      ".sources[0].clusterTrustBundle: Required value: either name or signerName must be specified",
    ],
    [
      "[ProjectedSources#15] a projected clusterTrustBundle without a path is rejected",
      bundle({ name: "b", path: "" }),
      ".sources[0].clusterTrustBundle.path: Required value",
    ],
    [
      "[ProjectedSources#16] a projected clusterTrustBundle with .. in its path is rejected",
      bundle({ name: "b", path: "../a" }),
      `.sources[0].clusterTrustBundle.path: Invalid value: "../a": ${upwards}`,
    ],
    [
      "[ProjectedSources#17] a projected source with two kinds is rejected",
      projected({ secret: { name: "s" }, configMap: { name: "c" } }),
      ".sources[0]: Forbidden: may not specify more than 1 volume type per source",
    ],
  ]);

  pods.accepts("projected tokens with 600 and 2^32 expirationSeconds are accepted", ({ spec }) => {
    const tokens = [600, 4_294_967_296].map((expirationSeconds) => ({
      serviceAccountToken: { path: `for-${expirationSeconds}`, expirationSeconds },
    }));
    spec.volumes = [{ name: "data", projected: { sources: tokens } }];
  });
});
