/** Webhooks of servers in tests: functions that answer reviews, without a network. */
import type { Clock } from "../../base/clock.ts";
import { isJsonObject } from "../../base/json-object.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  answerWithinLimits,
  type EgressRequest,
  type EgressResponse,
  type ResolveService,
} from "../../egress/index.ts";
import { duplicateField, type FieldError, invalidField } from "../../meta/field-error.ts";
import { throwErrors } from "./check-admission-functions.ts";
import { shownType } from "./function-results.ts";

/** A review that the server sends to a webhook, such as an AdmissionReview. */
export interface WebhookReview {
  readonly kind: string;
  readonly apiVersion: string;
  /** Loosely typed, because its members depend on the kind of the review. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly request: any;
}

/**
 * Answers reviews. Returns the members of the response besides the uid: `{ allowed: true }`. If it throws, the webhook fails with the
 * message of the error. If it does not answer within the time limit of the webhook, the webhook fails, too.
 */
export type WebhookFunction = (review: WebhookReview) => object | Promise<object>;

/** Functions by the URL of the webhook, without a query. Those behind a Service have URLs like `https://NAME.NAMESPACE.svc/PATH`. */
export type WebhookFunctions = Readonly<Record<string, WebhookFunction>>;

/** Answers some requests of a server in memory. */
export class MemoryWebhooks {
  readonly #functions = new Map<string, WebhookFunction>();
  readonly #hosts = new Set<string>();
  readonly #clock: Clock;

  /**
   * @param functions checked ones, see `checkWebhookFunctions`
   * @param clock measures the time limits of webhooks
   */
  constructor(functions: WebhookFunctions, clock: Clock) {
    this.#clock = clock;
    for (const [text, answer] of Object.entries(functions)) {
      const url = new URL(text);
      this.#functions.set(withoutQuery(url), answer);
      this.#hosts.add(url.host);
    }
  }

  /** Returns the response to a request. Undefined if no function answers its URL. */
  answer(request: EgressRequest): Promise<EgressResponse> | undefined {
    const { url, body = "" } = request;
    const answer = this.#functions.get(withoutQuery(url));
    if (!answer) return undefined;
    const review = JSON.parse(String(body)) as WebhookReview;
    return answerWithinLimits(() => respond(answer, review), request, this.#clock);
  }

  /** Returns a resolver that finds the Services whose webhooks are functions, and asks the other one about all others. */
  resolver(other: ResolveService): ResolveService {
    return async (service) => {
      const { host } = new URL(`https://${service.name}.${service.namespace}.svc:${service.port}`);
      return this.#hosts.has(host) ? { host, port: service.port } : await other(service);
    };
  }
}

function withoutQuery({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

async function respond(answer: WebhookFunction, review: WebhookReview): Promise<EgressResponse> {
  // The function may change the review.
  const { kind, apiVersion } = review;
  const { uid } = review.request;
  try {
    const response: unknown = await answer(review);
    if (!isJsonObject(response)) throw new TypeError(`the function must return an object, not ${shownType(response)}`);
    const body = JSON.stringify({ kind, apiVersion, response: { uid, ...response } });
    return { status: 200, headers: new Map([["content-type", "application/json"]]), body: Buffer.from(body) };
  } catch (error) {
    return { status: 500, headers: new Map([["content-type", "text/plain"]]), body: Buffer.from(reasonOf(error)) };
  }
}

/** Does nothing if all functions are valid. @throws TypeError that lists the invalid ones, one on each line */
export function checkWebhookFunctions(functions: WebhookFunctions): void {
  const places = new Set<string>();
  const errors = Object.entries(functions).flatMap(([text, answer]): readonly FieldError[] => {
    const path = `webhooks[${JSON.stringify(text)}]`;
    if (typeof answer !== "function") return [invalidField(path, answer, "must be a function")];
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== "https:") return [invalidField(path, text, "must be a URL that begins with https://")];
    if (url.search !== "" || url.hash !== "") return [invalidField(path, text, "must have no query and no fragment")];
    if (places.has(withoutQuery(url))) return [duplicateField(path, withoutQuery(url))];
    places.add(withoutQuery(url));
    return [];
  });
  throwErrors(errors);
}
