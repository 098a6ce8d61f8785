/** Runs the six-tools script in `examples/` against the built package, as its readers do. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { kubectlMinor } from "../support/kubectl.ts";
import { buildProgram } from "../support/orch-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** First kubectl minor version that migrates from client-side apply to server-side apply. */
const changesOver = 26;

beforeAll(buildProgram, 120_000);

const timeless = { apiVersion: "apps/v1", fieldsType: "FieldsV1" };
const entry = { ...timeless, time: "2025-01-01T00:00:00Z" };
const web = 'k:{"name":"web"}';

test.skipIf(Number.isNaN(kubectlMinor) || kubectlMinor < changesOver)(
  "six tools that apply to one Deployment lose no changes, and each owns what it set last (needs kubectl 1.26)",
  async () => {
    const script = "examples/six-tools/six-tools.mjs";
    const options = { cwd: root, env: { PATH: process.env["PATH"] ?? "" } };
    const { stdout } = await promisify(execFile)(process.execPath, [script], options);
    const { object, refused } = JSON.parse(stdout);
    const { metadata, spec, status } = object;
    expect(metadata.annotations["shop/build"]).toBe("build-5");
    expect([spec.replicas, spec.minReadySeconds, status.replicas]).toEqual([7, 5, 5]);
    expect([spec.template.spec.containers[0].image, spec.template.spec.terminationGracePeriodSeconds]).toEqual([
      "shop/web:7",
      65,
    ]);
    expect(metadata.managedFields).toEqual([
      {
        ...entry,
        manager: "kubectl",
        operation: "Apply",
        fieldsV1: {
          "f:metadata": { "f:labels": { "f:app": {} } },
          "f:spec": {
            "f:selector": {},
            "f:template": {
              "f:metadata": { "f:labels": { "f:app": {} } },
              "f:spec": { "f:containers": { [web]: { ".": {}, "f:name": {} } } },
            },
          },
        },
      },
      {
        // Updates through `scale` record no time.
        ...timeless,
        manager: "autoscaler",
        operation: "Update",
        subresource: "scale",
        fieldsV1: { "f:spec": { "f:replicas": {} } },
      },
      {
        ...entry,
        manager: "builder",
        operation: "Update",
        fieldsV1: {
          "f:metadata": { "f:annotations": { "f:shop/build": {} } },
          "f:spec": { "f:minReadySeconds": {} },
        },
      },
      {
        ...entry,
        manager: "deployment-controller",
        operation: "Update",
        subresource: "status",
        fieldsV1: {
          "f:status": {
            "f:conditions": {
              ".": {},
              'k:{"type":"Available"}': {
                ".": {},
                "f:lastTransitionTime": {},
                "f:lastUpdateTime": {},
                "f:status": {},
                "f:type": {},
              },
            },
            "f:observedGeneration": {},
            "f:replicas": {},
          },
        },
      },
      {
        ...entry,
        manager: "hotfix",
        operation: "Update",
        fieldsV1: { "f:spec": { "f:template": { "f:spec": { "f:terminationGracePeriodSeconds": {} } } } },
      },
      {
        ...entry,
        manager: "kubectl-client-side-apply",
        operation: "Update",
        fieldsV1: {
          "f:metadata": { "f:annotations": { "f:kubectl.kubernetes.io/last-applied-configuration": {} } },
          "f:spec": { "f:template": { "f:spec": { "f:containers": { [web]: { "f:image": {} } } } } },
        },
      },
    ]);
    // A seventh tool applies a field of the autoscaler. It also names a field of the builder, with the same value.
    expect(refused).toBe(
      'error: Apply failed with 1 conflict: conflict with "autoscaler" with subresource "scale" using apps/v1: .spec.replicas',
    );
  },
);
