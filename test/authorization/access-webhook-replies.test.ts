import { expect, test } from "vitest";
import recorded from "../facts/access-webhook-replies.json" with { type: "json" };
import { authorizationFile, fileFlags, startAccessWebhook } from "../support/access-webhook.ts";

/** A reply of a webhook with the failure policy Deny, and the response of the reference to the request. */
interface RecordedReply {
  readonly name: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly responded: number;
  readonly message: string;
}

const rows = recorded as readonly RecordedReply[];

/** Responses that differ on purpose. */
const differences: Readonly<Record<string, readonly [number, string]>> = {
  // The messages do not name the reference's source file.
  otherkind: [500, "converting (v1.TokenReview) to (v1.SubjectAccessReview): unknown conversion"],
  otherversion: [500, "converting (v1alpha1.SubjectAccessReview) to (v1.SubjectAccessReview): unknown conversion"],
  // Of two members `status`, the last one counts. The reference merges them.
  dup: [403, "forbidden"],
};

const path = "/api/v1/namespaces/default/secrets";
/** Beginnings of the messages, which the recorded ones leave out. */
const failed = `Internal Server Error: "${path}": `;
const forbidden =
  'secrets is forbidden: User "alice" cannot list resource "secrets" in API group "" in the namespace "default"';

test("requests have the recorded responses of the reference for each reply of a webhook [WHZ-05] [WHZ-13] [WHZ-16]", async () => {
  let row: RecordedReply | undefined;
  const flags = fileFlags((configFile) =>
    authorizationFile([
      { configFile, failurePolicy: "Deny", lifetimes: "authorizedTTL: 1ms\n    unauthorizedTTL: 1ms" },
    ]),
  );
  const respond = ({ apiVersion }: { readonly apiVersion: string }) =>
    row && { ...row, body: row.body.replaceAll("$VERSION", apiVersion) };
  await using running = await startAccessWebhook(respond, { flags });
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (row of rows) {
    const response = await running.as("alice", path);
    const { status } = response;
    const message = status === 500 ? response.text.replace(failed, "").trimEnd() : (response.json.message ?? "");
    found[row.name] = [status, message.replace(forbidden, "forbidden")];
    expected[row.name] = differences[row.name] ?? [row.responded, row.message];
    await running.server.clock.advance(2);
  }
  expect(found).toEqual(expected);
});
