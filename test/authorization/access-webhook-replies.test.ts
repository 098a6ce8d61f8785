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

/** Messages that differ on purpose: they do not name the reference's source file. */
const differences: Readonly<Record<string, string>> = {
  otherkind: "converting (v1.TokenReview) to (v1.SubjectAccessReview): unknown conversion",
  otherversion: "converting (v1alpha1.SubjectAccessReview) to (v1.SubjectAccessReview): unknown conversion",
};

const path = "/api/v1/namespaces/default/secrets";

test("requests have the recorded responses of the reference for each reply of a webhook [WHZ-05] [WHZ-13] [WHZ-16]", async () => {
  let row: RecordedReply | undefined;
  const flags = fileFlags((configFile) =>
    authorizationFile([{ configFile, failurePolicy: "Deny", lifetimes: "authorizedTTL: 1ms\n    unauthorizedTTL: 1ms" }]),
  );
  const respond = ({ apiVersion }: { readonly apiVersion: string }) =>
    row && { ...row, body: row.body.replaceAll("$VERSION", apiVersion) };
  await using running = await startAccessWebhook(respond, { flags });
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (row of rows) {
    const { status, text, json } = await running.as("alice", path);
    const prefix = `Internal Server Error: "${path}": `;
    const forbidden = 'secrets is forbidden: User "alice" cannot list resource "secrets" in API group "" in the namespace "default"';
    const message = status === 200 ? "" : status === 403 ? json.message.replace(forbidden, "forbidden") : text.replace(prefix, "").trimEnd();
    found[row.name] = [status, message];
    expected[row.name] = [row.responded, differences[row.name] ?? row.message];
    await running.server.clock.advance(2);
  }
  expect(found).toEqual(expected);
});
