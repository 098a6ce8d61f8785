/** Webhooks as requests meet them, and the index of all webhooks of one sort. */
import type { MutatingWebhook } from "../../api/admissionregistration/v1/mutating-webhook-configuration.ts";
import type { ValidatingWebhook } from "../../api/admissionregistration/v1/validating-webhook-configuration.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { FollowedObjects } from "../../base/object-consumer.ts";
import { type WebhookAddress, webhookAddress } from "../../egress/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { AdmissionPhase } from "../admission-metrics.ts";
import { RequestCriteria } from "../matching/index.ts";
import { type FollowKinds, ObjectTable } from "../object-table.ts";
import { type AdmissionReviewFormat, reviewFormat } from "./admission-review.ts";

type WebhookSpec = DeepReadonly<MutatingWebhook | ValidatingWebhook>;

const defaultTimeoutSeconds = 10;

/** A webhook of a configuration. */
export class Webhook {
  readonly name: string;
  readonly configurationName: string;
  /** Identifies the webhook among those of all configurations. */
  readonly uid: string;
  readonly ignoresFailures: boolean;
  readonly timeoutMs: number;
  /** Whether a dry run may call the webhook. */
  readonly allowsDryRun: boolean;
  /** Whether the webhook is called again if others change the object after it. */
  readonly isReinvoked: boolean;
  readonly address: WebhookAddress;
  /** Undefined if the webhook accepts no version of the review that the server knows. */
  readonly format: AdmissionReviewFormat | undefined;
  readonly conditions: WebhookSpec["matchConditions"];
  /** Undefined if no request matches, because the webhook has no rules. */
  readonly criteria: RequestCriteria | undefined;

  constructor(spec: WebhookSpec, configurationName: string, vocabulary: Vocabulary) {
    const { name, rules, matchPolicy, namespaceSelector, objectSelector } = spec;
    this.name = name;
    this.configurationName = configurationName;
    // The webhooks of a configuration have different names.
    this.uid = `${configurationName}/${name}`;
    this.ignoresFailures = spec.failurePolicy === "Ignore";
    this.timeoutMs = (spec.timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
    this.allowsDryRun = spec.sideEffects === "None" || spec.sideEffects === "NoneOnDryRun";
    this.isReinvoked = "reinvocationPolicy" in spec && spec.reinvocationPolicy === "IfNeeded";
    this.address = webhookAddress(spec.clientConfig);
    this.format = reviewFormat(spec.admissionReviewVersions ?? [], vocabulary);
    this.conditions = spec.matchConditions;
    const criteria = { resourceRules: rules, matchPolicy, namespaceSelector, objectSelector };
    this.criteria = rules && rules.length > 0 ? new RequestCriteria(criteria) : undefined;
  }
}

interface Configuration extends ApiObject {
  readonly webhooks?: readonly WebhookSpec[] | null;
}

/** A kind of configuration, and the phase in which its webhooks are called. */
export interface WebhookSort {
  readonly kind: KindDeclaration;
  readonly phase: AdmissionPhase;
}

/** The webhooks of all configurations of one kind. Each change of a configuration reaches the index with its write. */
export class WebhookIndex {
  readonly #configurations: ObjectTable<readonly Webhook[]>;
  readonly #followed: FollowedObjects;
  /** Undefined after a change. */
  #webhooks: readonly Webhook[] | undefined;

  constructor(kind: KindDeclaration, follow: FollowKinds, vocabulary: Vocabulary) {
    this.#configurations = new ObjectTable(
      (object) => webhooksOf(object, vocabulary),
      () => {
        this.#webhooks = undefined;
      },
    );
    this.#followed = follow([{ kind, consumer: this.#configurations.consumer }]);
  }

  /** Whether the index has all changes that clients can have seen. If not, wait for `ready` before reading it. */
  get isReady(): boolean {
    return this.#followed.isReady;
  }

  /** Resolves when the index has all changes that clients can have seen. */
  ready(): Promise<void> {
    return this.#followed.ready();
  }

  /** The webhooks in the order of the names of their configurations, and then as their configuration lists them. */
  get webhooks(): readonly Webhook[] {
    this.#webhooks ??= this.#configurations.sorted.flatMap(([, webhooks]) => webhooks);
    return this.#webhooks;
  }
}

function webhooksOf({ metadata, webhooks }: Configuration, vocabulary: Vocabulary): readonly Webhook[] {
  return (webhooks ?? []).map((spec) => new Webhook(spec, metadata.name ?? "", vocabulary));
}
