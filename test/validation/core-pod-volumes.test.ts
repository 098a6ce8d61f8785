import { describe } from "vitest";
import { notLabel } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--feature-gates=ClusterTrustBundleProjection=true"]);
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", {
  spec: { serviceAccountName: "default", containers: [{ name: "app", image: "app:1" }] },
});

const mode = "must be a number between 0 and 0777 (octal), both inclusive";
const upwards = "must not contain '..'";

type VolumeCase = readonly [title: string, source: object, ...causes: (string | RegExp)[]];

/** What a volume with this source is told, at `place` of the volume. */
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
  pods.create("[Volumes#1] have names", named(""), ["spec.volumes[0].name: Required value"]);
  pods.create("[Volumes#2] have labels for names", named("a.b"), [
    'spec.volumes[0].name: Invalid value: "a.b": must not contain dots',
  ]);
  pods.create("[Volumes#3] have different names", named("a", "b", "a"), ['spec.volumes[2].name: Duplicate value: "a"']);
  pods.create(
    "[Volumes#4] use the Pod's own claims through the volumes that make them",
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
    "make no claim from a source behind another one, and so need no name for it",
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

describe("a key in a file", () => {
  const secret = (item: object): object => ({ secret: { secretName: "s", items: [item] } });
  refuse(".secret.items[0]", [
    ["[KeyToPath#1] is named", secret({ path: "a" }), ".key: Required value"],
    ["[KeyToPath#2] has a path", secret({ key: "a" }), ".path: Required value"],
    [
      "[KeyToPath#3] stays in the volume",
      secret({ key: "a", path: "../b" }),
      `.path: Invalid value: "../b": ${upwards}`,
    ],
    [
      "[KeyToPath#4] has bits that exist",
      secret({ key: "a", path: "b", mode: 512 }),
      `.mode: Invalid value: 512: ${mode}`,
    ],
  ]);
});

describe("a field in a file", () => {
  const file = (item: object): object => ({ downwardAPI: { items: [item] } });
  const fieldRef = { fieldPath: "metadata.name" };
  const resourceFieldRef = { containerName: "app", resource: "limits.cpu" };
  refuse(".downwardAPI", [
    ["[DownwardAPIFile#1] has a path", file({ fieldRef }), ".path: Required value"],
    [
      "[DownwardAPIFile#2] stays in the volume",
      file({ path: "/a", fieldRef }),
      '.path: Invalid value: "/a": must be a relative path',
    ],
    [
      "[DownwardAPIFile#3] is one that files can hold",
      file({ path: "a", fieldRef: { fieldPath: "spec.nodeName" } }),
      '.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
    ],
    [
      "[DownwardAPIFile#4] is no amount",
      file({ path: "a", fieldRef, resourceFieldRef }),
      ': Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
    ],
    [
      "[DownwardAPIFile#5] is there",
      file({ path: "a" }),
      ": Required value: one of fieldRef and resourceFieldRef is required",
    ],
    [
      "[DownwardAPIFile#6] has bits that exist",
      file({ path: "a", fieldRef, mode: -1 }),
      `.mode: Invalid value: -1: ${mode}`,
    ],
  ]);
});

describe("projected volumes", () => {
  const projected = (...sources: object[]): object => ({ projected: { sources } });
  const token = (part: object): object => projected({ serviceAccountToken: { path: "token", ...part } });
  const bundle = (part: object): object => projected({ clusterTrustBundle: { path: "ca", ...part } });
  const items = [{ key: "a", path: "f" }];
  refuse(".projected", [
    ["[ProjectedSources#1] name Secrets", projected({ secret: {} }), ".sources[0].secret.name: Required value"],
    [
      "[ProjectedSources#2] name ConfigMaps",
      projected({ configMap: {} }),
      ".sources[0].configMap.name: Required value",
    ],
    [
      "[ProjectedSources#3] put one file in one place",
      projected({ secret: { name: "s", items } }, { configMap: { name: "c", items } }),
      ': Invalid value: "c": conflicting duplicate paths',
    ],
    [
      "[ProjectedSources#4] have tokens for ten minutes at least",
      token({ expirationSeconds: 599 }),
      ".sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
    ],
    [
      "[ProjectedSources#5] have tokens for 2^32 seconds at most",
      token({ expirationSeconds: 4_294_967_297 }),
      ".sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds",
    ],
    ["[ProjectedSources#6] put tokens somewhere", token({ path: "" }), ".path: Required value"],
    [
      "[ProjectedSources#7] keep tokens in the volume",
      token({ path: "..a" }),
      ".path: Invalid value: \"..a\": must not start with '..'",
    ],
    [
      "[ProjectedSources#8] have one bundle or those of a signer",
      bundle({ name: "b", signerName: "example.com/s" }),
      /^spec\.volumes\[0\]\.projected\.sources\[0\]\.clusterTrustBundle: Invalid value: .*: only one of name and signerName may be used$/,
    ],
    [
      "[ProjectedSources#9, ProjectedSources#10] name bundles that may be",
      bundle({ name: "" }),
      ".sources[0].clusterTrustBundle.name: Required value: must be a valid object name",
      ".sources[0].clusterTrustBundle.name: Invalid value: \"\": not a valid clustertrustbundlename: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      "[ProjectedSources#11] select nothing when they name a bundle",
      bundle({ name: "example.com:s:b", labelSelector: { matchLabels: { a: "b" } } }),
      '.sources[0].clusterTrustBundle.labelSelector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: labelSelector must be unset if name is specified',
    ],
    [
      "[ProjectedSources#12] name a signer",
      bundle({ signerName: "" }),
      ".sources[0].clusterTrustBundle.signerName: Required value: must be a valid signer name",
      ".sources[0].clusterTrustBundle.signerName: Required value",
    ],
    [
      "[ProjectedSources#13] name a signer that may be",
      bundle({ signerName: "example" }),
      ".sources[0].clusterTrustBundle.signerName: Invalid value: \"example\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
    ],
    [
      "[ProjectedSources#14] say which bundle",
      bundle({}),
      ".sources[0].clusterTrustBundle: Required value: either name or signerName must be specified",
    ],
    [
      "[ProjectedSources#15] put bundles somewhere",
      bundle({ name: "b", path: "" }),
      ".sources[0].clusterTrustBundle.path: Required value",
    ],
    [
      "[ProjectedSources#16] keep bundles in the volume",
      bundle({ name: "b", path: "../a" }),
      `.sources[0].clusterTrustBundle.path: Invalid value: "../a": ${upwards}`,
    ],
    [
      "[ProjectedSources#17] have one source at a time",
      projected({ secret: { name: "s" }, configMap: { name: "c" } }),
      ".sources[0]: Forbidden: may not specify more than 1 volume type per source",
    ],
  ]);

  pods.accepts("may have tokens for ten minutes and 2^32 seconds", ({ spec }) => {
    const tokens = [600, 4_294_967_296].map((expirationSeconds) => ({
      serviceAccountToken: { path: `for-${expirationSeconds}`, expirationSeconds },
    }));
    spec.volumes = [{ name: "data", projected: { sources: tokens } }];
  });
});
