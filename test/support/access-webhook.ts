/** A webhook that reviews access, and the configuration of servers that ask it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { type Respond, type ReviewResponse, type ReviewWebhook, startReviewWebhook } from "./review-webhook.ts";
import { startTestServer, type TestServer } from "./test-server.ts";
import type { WireRequest, WireResponse } from "./wire-client.ts";

/** Spec of a SubjectAccessReview. */
export interface AccessSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly group?: readonly string[];
  readonly resourceAttributes?: Readonly<Record<string, unknown>>;
  readonly nonResourceAttributes?: Readonly<Record<string, unknown>>;
}

/** The SubjectAccessReview of a request. */
export interface AccessReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: AccessSpec;
}

/** Returns the response with a status, in the version of the request. */
export function accessReply(status: unknown): (review: AccessReview) => ReviewResponse {
  return ({ apiVersion }) => ({ body: JSON.stringify({ apiVersion, kind: "SubjectAccessReview", status }) });
}

/** Allows everything. */
export const allowAll: Respond<AccessReview> = accessReply({ allowed: true });

/** A webhook, and a server that asks it. */
export interface AccessWebhookServer extends AsyncDisposable {
  readonly webhook: ReviewWebhook<AccessReview>;
  readonly server: TestServer;
  /** Sends a request as a user with a token. */
  as(user: string, path: string, request?: WireRequest): Promise<WireResponse>;
  /** Returns the present lines of the metrics whose name contains a text. */
  metrics(name: string): Promise<readonly string[]>;
}

/** Options of `startAccessWebhook()`. */
export interface AccessWebhookOptions {
  /** Default: the flags of the mode Webhook, before RBAC. */
  readonly flags?: (configFile: string, folder: string) => readonly string[];
  /** Lines of the token file. Default: alice and bob, each with its name as the token, in the group painters. */
  readonly userLines?: readonly string[];
  readonly vocabulary?: "orch" | "kubernetes";
  /** Content of the client configuration file. Default: one for the webhook. */
  readonly configText?: string;
}

const defaultUsers = ["alice,alice,uid-alice,painters", "bob,bob,uid-bob,painters"];

/** Returns the flags of a server that asks a webhook before RBAC. */
export const webhookFlags = (configFile: string): readonly string[] => [
  "--authorization-mode=Webhook,RBAC",
  `--authorization-webhook-config-file=${configFile}`,
];

/** Starts a webhook, and a server that asks it. */
export async function startAccessWebhook(
  respond: Respond<AccessReview>,
  { flags = webhookFlags, userLines = defaultUsers, vocabulary = "kubernetes", configText }: AccessWebhookOptions = {},
): Promise<AccessWebhookServer> {
  const webhook = await startReviewWebhook(respond);
  const folder = new TemporaryDirectory();
  const tokenFile = join(folder.path, "tokens.csv");
  writeFileSync(tokenFile, `${userLines.join("\n")}\n`);
  const server = await startTestServer({
    vocabulary,
    // With the default roles, which grant some paths to all users.
    bootstrap: true,
    flags: [
      `--token-auth-file=${tokenFile}`,
      ...flags(
        webhook.writeConfig((text) => configText ?? text),
        folder.path,
      ),
    ],
  });
  return {
    webhook,
    server,
    as: async (user, path, request = {}) =>
      await server.anonymous.request(path, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${user}` },
      }),
    metrics: async (name) => {
      const { text } = await server.client.request("/metrics");
      return text.split("\n").filter((line) => line.includes(name) && !line.startsWith("#"));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await webhook[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Settings of one webhook in a configuration file. */
export interface WebhookText {
  readonly name?: string;
  readonly configFile: string;
  readonly failurePolicy?: "NoOpinion" | "Deny";
  readonly version?: "v1" | "v1beta1";
  readonly conditions?: readonly string[];
  readonly timeout?: string;
  /** Default: none, so that the defaults of the server apply. */
  readonly lifetimes?: string;
}

/** Returns the text of an AuthorizationConfiguration with webhooks before RBAC. */
export function authorizationFile(webhooks: readonly WebhookText[], domain = "k8s.io"): string {
  return `apiVersion: apiserver.config.${domain}/v1
kind: AuthorizationConfiguration
authorizers:
${webhooks.map(webhookText).join("")}- { type: RBAC, name: rbac }
`;
}

function webhookText({
  name = "first.example",
  configFile,
  failurePolicy = "NoOpinion",
  version = "v1",
  conditions = [],
  timeout = "3s",
  lifetimes = "",
}: WebhookText): string {
  return `- type: Webhook
  name: ${name}
  webhook:
    ${lifetimes}
    timeout: ${timeout}
    subjectAccessReviewVersion: ${version}
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: ${failurePolicy}
    connectionInfo: { type: KubeConfigFile, kubeConfigFile: ${configFile} }
    matchConditions: ${JSON.stringify(conditions.map((expression) => ({ expression })))}
`;
}

/** Returns the flags of a server with an AuthorizationConfiguration. @param text returns the content of the file */
export function fileFlags(text: (configFile: string) => string) {
  return (configFile: string, folder: string): readonly string[] => {
    const path = join(folder, "authorization.yaml");
    writeFileSync(path, text(configFile));
    return [`--authorization-config=${path}`];
  };
}
