/** Everything that webhooks use. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { ResolveService, SendEgressRequest, WebhookRequest } from "../../egress/index.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { NamespaceReader } from "../matching/index.ts";
import type { FollowKinds } from "../object-table.ts";

/** The credentials of requests to one host. */
export type WebhookCredentials = Pick<WebhookRequest, "headers" | "clientCertificate" | "clientKey">;

/**
 * Returns the credentials for a host, with its port: `images.example.com:443`.
 * @throws WebhookError if they cannot be obtained
 */
export type CredentialsForWebhook = (host: string) => Promise<WebhookCredentials>;

/** Everything that webhooks use. */
export interface AdmissionWebhookServices {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly authorize: Authorizer;
  readonly namespaces: NamespaceReader;
  readonly follow: FollowKinds;
  readonly metrics: MetricRegistry;
  readonly send: SendEgressRequest;
  readonly resolveService: ResolveService;
  /** Absent: webhooks get no credentials. */
  readonly credentialsFor?: CredentialsForWebhook | undefined;
  /** Returns a random UUID. */
  readonly newUid: () => string;
}
