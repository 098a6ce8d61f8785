/** Warning headers for deprecated versions, repeated owner references, and texts that clients choose. */
import { describe, expect, test } from "vitest";
import { shopPath, warningServer } from "../support/warning-rows.ts";
import { warningsOf } from "../support/warnings.ts";
import type { WireResponse } from "../support/wire-client.ts";
import { deleteObject, patch, put } from "../support/writes.ts";

const deprecatedGroups = [
  "admissionregistration.k8s.io/v1beta1",
  "authentication.k8s.io/v1beta1",
  "storage.k8s.io/v1alpha1",
  "storage.k8s.io/v1beta1",
].map((version) => `${version}=true`);

const server = warningServer([`--runtime-config=${deprecatedGroups.join(",")}`]);

describe("warnings of owners", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u-1" };
  const maps = `/api/v1/${shopPath}/configmaps`;
  const twice = (when: string): string =>
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u-1`;

  test("a write with duplicate owner references returns a warning", async () => {
    const { client } = server();
    const body = { metadata: { name: "owned", ownerReferences: [owner, owner] } };
    const made = await client.request(maps, { body });
    expect([made.status, warningsOf(made)]).toEqual([201, [twice("")]]);
    expect(made.json.metadata.ownerReferences).toHaveLength(1);
    const updated = await put(client, `${maps}/owned`, body);
    expect([updated.status, warningsOf(updated)]).toEqual([200, [twice("")]]);
    const patched = await patch(client, `${maps}/owned`, "merge", { metadata: { ownerReferences: [owner, owner] } });
    expect([patched.status, warningsOf(patched)]).toEqual([200, [twice(" after mutating admission happens")]]);
  });
});

describe("warnings about a deprecated version", () => {
  const registration = "/apis/admissionregistration.k8s.io";
  const gone = (title: string, since: number, end: number): string =>
    `${title} is deprecated in v1.${since}+, unavailable in v1.${end}+`;
  const classes = "storage.k8s.io/v1alpha1";
  const classWarning = gone(`${classes} VolumeAttributesClass`, 32, 35);

  test.each([
    ["/api/v1/componentstatuses", "v1 ComponentStatus is deprecated in v1.19+"],
    [
      `${registration}/v1beta1/validatingadmissionpolicies`,
      gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy", 31, 34),
    ],
    [
      `${registration}/v1beta1/validatingadmissionpolicybindings`,
      gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicyBinding", 31, 34),
    ],
    [`/apis/${classes}/volumeattributesclasses`, classWarning],
  ])("[DEPR-24] a read of %s returns a warning", async (path, warning) => {
    const { client } = server();
    for (const asked of [path, `${path}/nothing`, `${path}?limit=1`]) {
      expect(warningsOf(await client.request(asked)), asked).toEqual([warning]);
    }
  });

  test("[DEPR-24] a POST in a deprecated version returns a warning", async () => {
    const answer = await server().client.request("/apis/authentication.k8s.io/v1beta1/selfsubjectreviews", {
      body: {},
    });
    expect([answer.status, warningsOf(answer)]).toEqual([
      201,
      [gone("authentication.k8s.io/v1beta1 SelfSubjectReview", 30, 33)],
    ]);
  });

  test("[DEPR-24] all verbs and watches of a deprecated version return a warning, but not those of later versions", async () => {
    const { client } = server();
    const path = `/apis/${classes}/volumeattributesclasses`;
    const body = { metadata: { name: "fast" }, driverName: "example.com", parameters: { iops: "1" } };
    const watch = await client.open(`${path}?watch=true`);
    expect([watch.status, warningsOf(watch)]).toEqual([200, [classWarning]]);
    watch.close();
    const answers: WireResponse[] = [
      await client.request(path, { body }),
      await put(client, `${path}/fast`, body),
      await patch(client, `${path}/fast`, "merge", { metadata: { labels: { a: "b" } } }),
      await deleteObject(client, `${path}/fast?dryRun=All`),
      await client.request(path, { method: "DELETE" }),
    ];
    expect(answers.map((answer) => [answer.status, warningsOf(answer)])).toEqual(
      [201, 200, 200, 200, 200].map((status) => [status, [classWarning]]),
    );
    const later = path.replace("v1alpha1", "v1beta1");
    const made = await client.request(later, { body });
    expect([made.status, warningsOf(made)]).toEqual([201, []]);
    expect(warningsOf(await client.request(later))).toEqual([]);
  });

  test("[DEPR-24] a status write in a deprecated version returns a warning", async () => {
    const path = `${registration}/v1beta1/validatingadmissionpolicies/nothing/status`;
    const answer = await server().client.request(path);
    expect([answer.status, warningsOf(answer)]).toEqual([
      404,
      [gone("admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy", 31, 34)],
    ]);
  });

  test("an unauthorized request in a deprecated version gets no warning", async () => {
    const answer = await server().anonymous.request("/api/v1/componentstatuses");
    expect([answer.status, warningsOf(answer)]).toEqual([403, []]);
  });

  test("[DEPR-26] a request in a deprecated version sets a metric with the release that removes it", async () => {
    const { client } = server();
    await client.request("/api/v1/componentstatuses");
    await client.request(`/apis/${classes}/volumeattributesclasses`);
    const { text } = await client.request("/metrics");
    const labelled = (group: string, version: string, resource: string, release: string): string =>
      `apiserver_requested_deprecated_apis{group="${group}",version="${version}",resource="${resource}",subresource="",removed_release="${release}"} 1\n`;
    expect(text).toContain(labelled("", "v1", "componentstatuses", ""));
    expect(text).toContain(labelled("storage.k8s.io", "v1alpha1", "volumeattributesclasses", "1.35"));
    expect(text).not.toMatch(/deprecated_apis\{[^\n]*configmaps/);
  });
});

describe("warnings with hostile content", () => {
  const maps = `/api/v1/${shopPath}/configmaps`;

  test.each(["h1", "h2"] as const)(
    "a warning with control characters stays within its header over %s",
    async (protocol) => {
      await using client = server().connect({ protocol });
      const field = 'a"\\ \r\nSet-Cookie: x=y\r\n\u0000\u0085 ☃ 😀';
      const answer = await client.request(`${maps}?dryRun=All`, { body: { metadata: { name: "a" }, [field]: 1 } });
      expect(answer.status).toBe(201);
      expect(answer.headers).not.toHaveProperty("set-cookie");
      expect(warningsOf(answer)).toEqual([String.raw`unknown field "a\"\\ \r\nSet-Cookie: x=y\r\n\x00\u0085 ☃ 😀"`]);
    },
  );

  test("very long warnings are truncated", async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index + 10}`.padEnd(500, "x"), 1] as const),
    );
    const answer = await server().client.request(`${maps}?dryRun=All`, {
      body: { metadata: { name: "a" }, ...fields },
    });
    expect(answer.status).toBe(201);
    expect(warningsOf(answer)).toEqual(
      Object.keys(fields)
        .slice(0, 16)
        .map((field) => `unknown field "${field}"`.slice(0, 256)),
    );
  });
});
