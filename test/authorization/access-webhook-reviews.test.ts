import { expect, test } from "vitest";
import recorded from "../facts/access-reviews.json" with { type: "json" };
import { accessReply, authorizationFile, fileFlags, startAccessWebhook } from "../support/access-webhook.ts";

/** A request, and the specs of the reviews about it that the reference sent. */
interface RecordedReviews {
  readonly name: string;
  readonly user: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly reviews: readonly unknown[];
}

const rows = recorded as readonly RecordedReviews[];

/** Users as in the recording: a row `token,name,uid,groups` each. */
const users = ['alice,alice,uid-7,"painters,b<c"', "bob,bob,uid-8"];

test.each(["v1", "v1beta1"] as const)(
  "a webhook gets the recorded reviews of the reference in the version %s [WHZ-04] [WHZ-13] [WHZ-19] [AUTHZ-03] [AUTHZ-04] [AUTHZ-05]",
  async (version) => {
    await using running = await startAccessWebhook(accessReply({ allowed: true }), {
      userLines: users,
      flags: fileFlags((configFile) =>
        authorizationFile([{ configFile, version, conditions: ["!(request.user.startsWith('system:'))"] }]),
      ),
    });
    const { webhook, server } = running;
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { name, user, path, reviews, method, headers = {}, body } of rows) {
      webhook.received.length = 0;
      const response = await server.anonymous.open(path, {
        // A list sends the header several times.
        headers: { authorization: `Bearer ${user}`, "content-type": "application/json", ...headers },
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // The response to a watch does not end.
      response.close();
      found[name] = webhook.received.map((review) => review.body);
      expected[name] = reviews.map((spec) => ({
        kind: "SubjectAccessReview",
        apiVersion: `authorization.k8s.io/${version}`,
        metadata: { creationTimestamp: null },
        spec: version === "v1" ? withGroups(spec) : spec,
        status: { allowed: false },
      }));
    }
    expect(found).toEqual(expected);
  },
);

/** Returns a recorded spec of v1beta1 in the form of v1. */
function withGroups(spec: unknown): unknown {
  const { group: groups, ...rest } = spec as { readonly group: unknown };
  return { ...rest, groups };
}
