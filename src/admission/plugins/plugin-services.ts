/** Everything that the plugins of the reference use. */
import type { Clock } from "../../base/clock.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { ReviewResponse } from "../../codec/index.ts";
import type { ResolveService, SendEgressRequest } from "../../egress/index.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { GroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ObjectLister, ObjectReader, ObjectScanner } from "../../meta/object-reader.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { FollowKinds } from "../object-table.ts";
import type { FindKind } from "../policies/index.ts";
import type { CredentialsForWebhook, WebhookPluginSettings } from "../webhooks/index.ts";
import type { PluginConfigurations } from "./plugin-configurations.ts";

/** Everything that the plugins use. */
export interface PluginServices {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly clock: Clock;
  readonly metrics: MetricRegistry;
  readonly authorize: Authorizer;
  /** Returns a reader that parses an object at each call. For kinds with many objects. */
  readonly objects: <T extends ApiObject>(kind: KindDeclaration<T>) => ObjectReader<T>;
  /** Returns a reader that keeps the parsed objects. For kinds with few objects. */
  readonly fewObjects: <T extends ApiObject>(kind: KindDeclaration<T>) => ObjectLister<T>;
  /** Returns a reader of all objects of a namespace. For kinds with many objects. */
  readonly allObjects: <T extends ApiObject>(kind: KindDeclaration<T>) => ObjectScanner<T>;
  /** Returns the common name that a certificate request in PEM asks for. @throws ParseError if it is malformed */
  readonly requestedCommonName: (pem: string) => string;
  /** Returns the groups (organizations) that a certificate request in PEM asks for. @throws ParseError if it is malformed */
  readonly requestedGroups: (pem: string) => readonly string[];
  /** Creates an object as the API server itself. @throws StatusError */
  readonly createObject: <T extends ApiObject>(
    kind: KindDeclaration<T>,
    object: Omit<T, "kind" | "apiVersion">,
  ) => Promise<void>;
  /**
   * Changes the status of an object that was read, as the API server itself.
   * @throws StatusError 404 or 409 if it was deleted or changed since
   */
  readonly updateStatus: <T extends StatusObject>(
    kind: KindDeclaration<T>,
    object: DeepReadonly<T>,
    status: NonNullable<T["status"]>,
  ) => Promise<void>;
  /** Returns the resource of a kind. Undefined if the server does not serve it. */
  readonly servedKind: (version: GroupVersion, kind: string) => ServedKind | undefined;
  /** Returns a name with random characters after the prefix. */
  readonly generateName: (prefix: string) => string;
  /** Waits in real time, because controllers also work while the clock of a test stands still. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Passes the objects of kinds to consumers, first the stored ones and then each change. For policies. */
  readonly follow: FollowKinds;
  /** Returns a kind of objects that a policy names. Undefined if it is not served. */
  readonly findKind: FindKind;
  /** Requests to webhooks. */
  readonly webhooks: WebhookConnections;
  readonly logger: Logger;
  /** Sends an ImageReview, and returns a response with status 200 to 206. @throws WebhookError if there is none */
  readonly callImageWebhook: (body: string) => Promise<ReviewResponse>;
  readonly settings: PluginSettings;
  /** Parts of the file that `--admission-control-config-file` names. */
  readonly configurations: PluginConfigurations;
}

/** How webhooks are called. */
export interface WebhookConnections {
  readonly send: SendEgressRequest;
  readonly resolveService: ResolveService;
  /** Returns a random UUID. */
  readonly newUid: () => string;
  /** Returns the function that finds credentials in the configuration of a plugin. */
  readonly credentialsIn: (settings: WebhookPluginSettings) => CredentialsForWebhook;
}

/** An object with a status. */
export interface StatusObject extends ApiObject {
  status?: object;
}

/** A kind that the server serves. */
export interface ServedKind {
  /** The plural, as in paths. */
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** Settings of plugins that flags change. */
export interface PluginSettings {
  /** How long a Pod stays on a node that is not ready, unless the Pod says it. */
  readonly notReadyTolerationSeconds: number;
  /** How long a Pod stays on a node that is unreachable, unless the Pod says it. */
  readonly unreachableTolerationSeconds: number;
}
