/** The plugin MutatingAdmissionWebhook: webhooks change objects, one after another. */
import { mutatingWebhookConfiguration } from "../../api/admissionregistration/v1/mutating-webhook-configuration.ts";
import { stringifyJson } from "../../codec/index.ts";
import { group } from "../../meta/vocabulary.ts";
import type { MutationRounds } from "../mutation-rounds.ts";
import type { AdmissionPlugin, MutableRequest, VersionedRequest } from "../plugin.ts";
import { jsonPatchType, type ReviewedDecision } from "./admission-review.ts";
import { patchedObject } from "./apply-patch.ts";
import type { Webhook } from "./webhook.ts";
import { WebhookDispatch } from "./webhook-dispatch.ts";
import type { AdmissionWebhookServices } from "./webhook-services.ts";

/** Returns the plugin. */
export function mutatingWebhooks(services: AdmissionWebhookServices): AdmissionPlugin {
  const dispatch = new WebhookDispatch({ kind: mutatingWebhookConfiguration, phase: "admit" }, services);
  const invocations = new WeakMap<MutationRounds, Invocations>();
  return {
    admit: async (request, rounds) => {
      const found = dispatch.candidates(request);
      const candidates = found instanceof Promise ? await found : found;
      if (candidates.length === 0) return;
      const known = invocations.get(rounds) ?? new Invocations();
      invocations.set(rounds, known);
      await new MutatingRound(dispatch, request, rounds, known).run(candidates);
    },
  };
}

/** The webhooks that were called for one request, over both rounds. */
class Invocations {
  /** Webhooks with `IfNeeded` that were called since the last change. */
  #called = new Set<string>();
  /** Webhooks that are called again. */
  readonly #toCallAgain = new Set<string>();
  /** JSON of the object after the webhooks of the first round. Undefined if no change can make a webhook be called again. */
  lastText: string | undefined;

  /** Makes the webhooks with `IfNeeded` that were called so far be called again. */
  callAgain(): void {
    for (const uid of this.#called) this.#toCallAgain.add(uid);
    this.#called = new Set();
  }

  /** Whether a change would make a webhook be called again. */
  get hasCalled(): boolean {
    return this.#called.size > 0;
  }

  isCalledAgain({ uid }: Webhook): boolean {
    return this.#toCallAgain.has(uid);
  }

  addCalled({ uid, isReinvoked }: Webhook): void {
    if (isReinvoked) this.#called.add(uid);
  }
}

/** One round over all webhooks. */
class MutatingRound {
  readonly #dispatch: WebhookDispatch;
  readonly #request: MutableRequest;
  readonly #rounds: MutationRounds;
  readonly #invocations: Invocations;
  readonly #oldTexts = new Map<VersionedRequest, string | undefined>();
  #texts = new Map<VersionedRequest, string | undefined>();

  constructor(dispatch: WebhookDispatch, request: MutableRequest, rounds: MutationRounds, invocations: Invocations) {
    this.#dispatch = dispatch;
    this.#request = request;
    this.#rounds = rounds;
    this.#invocations = invocations;
  }

  async run(candidates: readonly Webhook[]): Promise<void> {
    const known = this.#invocations;
    // If other plugins have changed the object since then, all webhooks with `IfNeeded` see it again.
    const isComparable = this.#rounds.isRepeated && known.hasCalled;
    if (isComparable && known.lastText !== this.#textOf(this.#request)) known.callAgain();
    const namespace = this.#dispatch.namespaceOf(this.#request);
    for (const [index, webhook] of candidates.entries()) {
      const found = this.#dispatch.match(webhook, this.#request, namespace);
      const version = found instanceof Promise ? await found : found;
      if (!version) continue;
      // As in the reference, no webhook is called for the first time in the second round.
      if (this.#rounds.isRepeated && !known.isCalledAgain(webhook)) continue;
      await this.#call(webhook, version, index);
    }
    if (!this.#rounds.isRepeated && known.hasCalled) known.lastText = this.#textOf(this.#request);
  }

  async #call(webhook: Webhook, version: VersionedRequest, index: number): Promise<void> {
    const texts = { object: this.#textOf(version), oldObject: this.#oldTextOf(version) };
    const call = { webhook, request: this.#request, version, texts, mayPatch: true };
    const position = `round_${this.#rounds.isRepeated ? 1 : 0}_index_${index}`;
    let isChanged = false;
    try {
      await this.#dispatch.call(
        call,
        async (decision) => {
          isChanged = await this.#patch(webhook, version, decision, position);
        },
        () => this.#annotate("failed-open.mutation", position, webhook.name),
      );
    } finally {
      const { name, configurationName: configuration } = webhook;
      const value = { configuration, webhook: name, mutated: isChanged };
      this.#annotate("mutation", position, JSON.stringify(value));
    }
    if (isChanged) {
      this.#invocations.callAgain();
      this.#rounds.repeat();
    }
    this.#invocations.addCalled(webhook);
  }

  /** Changes the object as the webhook asks. Returns whether it differs from the object before. */
  async #patch(
    { name, configurationName: configuration }: Webhook,
    version: VersionedRequest,
    { patch, patchType }: ReviewedDecision,
    position: string,
  ): Promise<boolean> {
    if (patch.length === 0) return false;
    const document = patchedObject(name, this.#textOf(version), patch, patchType);
    if (!document) return false;
    const isChanged = await this.#request.replace(version, document.value);
    this.#texts = new Map();
    const value = { configuration, webhook: name, patch: document.operations, patchType: jsonPatchType };
    // The operations keep the numbers of the patch as they were sent.
    this.#request.annotateObjects(this.#keyOf("patch", position), () => stringifyJson(value, { exact: true }));
    return isChanged;
  }

  #annotate(stem: string, position: string, value: string): void {
    this.#request.annotate(this.#keyOf(stem, position), value);
  }

  #keyOf(stem: string, position: string): string {
    return `${stem}.${this.#dispatch.services.vocabulary.bind(group("webhook.admission"))}/${position}`;
  }

  #textOf(version: VersionedRequest): string | undefined {
    if (!this.#texts.has(version)) this.#texts.set(version, version.objectText());
    return this.#texts.get(version);
  }

  #oldTextOf(version: VersionedRequest): string | undefined {
    if (!this.#oldTexts.has(version)) this.#oldTexts.set(version, version.oldObjectText());
    return this.#oldTexts.get(version);
  }
}
