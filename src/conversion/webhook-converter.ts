/** Converts the objects of one custom type between its versions, by asking a webhook. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import {
  EgressError,
  type ResolveService,
  type SendEgressRequest,
  sendToWebhook,
  type WebhookAddress,
  WebhookError,
  type WebhookPlace,
  webhookAddress,
  webhookHeaders,
  webhookTarget,
  withoutTimeoutPhase,
} from "../egress/index.ts";
import { formatObjectType, parseGroupVersion } from "../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import { PendingConversion, type RemoteConversion } from "../schema/index.ts";
import { type ConversionMemo, conversionKey } from "./conversion-memo.ts";
import type { ConversionFailure, ConversionMetrics } from "./conversion-metrics.ts";
import {
  type ConversionReviewFormat,
  ReviewFault,
  readConvertedObjects,
  reviewFormat,
  writeConversionReview,
} from "./conversion-review.ts";
import { ConvertedObjectFault, checkedObject, withMetadata } from "./converted-object.ts";

/** Time limit of a request. The second form is sent to the webhook. */
const timeoutMs = 30_000;
const timeoutText = "30s";

/** Maximum size of a response. Each request has at most a few hundred small objects, or one large one. */
const responseBytesMax = 16 * 1024 * 1024;

/** Services that conversions use. All types share them. */
export interface ConverterServices {
  readonly send: SendEgressRequest;
  readonly resolveService: ResolveService;
  readonly clock: Clock;
  readonly random: Random;
  readonly vocabulary: Vocabulary;
  readonly memo: ConversionMemo;
  readonly metrics: ConversionMetrics;
  /** Ends all requests. Several clients can wait for the result of one, so the end of a client's request does not end it. */
  readonly signal: AbortSignal;
}

/** A webhook, and the reviews that it accepts. */
export interface ConverterOptions {
  /** Identifies the definition in its state. */
  readonly settings: string;
  readonly definitionName: string;
  /** The versions that the definition declares, with their group. */
  readonly apiVersions: readonly string[];
  /** Group of ConversionReview. */
  readonly reviewGroup: string;
  /** Versions of ConversionReview that the webhook accepts, the preferred one first. */
  readonly reviewVersions: readonly string[];
  readonly client: WebhookPlace;
}

/** The error that clients see. As in the reference, it has no reason. */
class ConversionError extends StatusError {
  /** How the metrics count it. */
  readonly failure: ConversionFailure;

  constructor(failure: ConversionFailure, message: string, cause?: unknown) {
    super(500, message, { cause });
    this.failure = failure;
  }
}

/** The objects of one request. */
interface Batch {
  readonly objects: readonly SharedObject[];
  /** Whether `JSON.stringify` writes the objects exactly. */
  readonly isPlain: boolean;
}

/** The result of one request. */
interface ConvertedBatch {
  /** In the order of the request. */
  readonly objects: readonly ApiObject[];
  /** Average size of an object, in bytes of JSON. */
  readonly averageBytes: number;
}

/** Conversions of one type by its webhook. */
export class WebhookConverter implements RemoteConversion {
  readonly settings: string;
  readonly #options: ConverterOptions;
  readonly #services: ConverterServices;
  readonly #address: WebhookAddress;
  readonly #format: ConversionReviewFormat | undefined;
  /** Requests for one object that are in progress, by the key of the object. */
  readonly #requests = new Map<string, Promise<ReadonlyMap<string, ApiObject>>>();

  constructor(options: ConverterOptions, services: ConverterServices) {
    this.settings = options.settings;
    this.#options = options;
    this.#services = services;
    this.#address = webhookAddress(options.client);
    this.#format = reviewFormat(options.reviewGroup, options.reviewVersions);
  }

  convert(object: SharedObject, apiVersion: string): ApiObject {
    const known = unconverted(object, apiVersion);
    if (known) return known;
    const found = this.#services.memo.get(conversionKey(this.settings, object, apiVersion));
    if (found) return withMetadata(object, found, found.metadata);
    throw new PendingConversion(async () => await this.convertAll([object], apiVersion));
  }

  async convertAll(objects: readonly SharedObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const { memo } = this.#services;
    const results: (ApiObject | undefined)[] = objects.map((object) => unconverted(object, apiVersion));
    const missing = new Map<string, SharedObject>();
    const keys = objects.map((object, index) => {
      if (results[index]) return "";
      const key = conversionKey(this.settings, object, apiVersion);
      const found = memo.get(key);
      if (found) results[index] = withMetadata(object, found, found.metadata);
      else if (!missing.has(key)) missing.set(key, object);
      return key;
    });
    const byKey = missing.size > 0 ? await this.#request(missing, apiVersion) : undefined;
    return objects.map((object, index) => {
      const found = results[index] ?? byKey?.get(keys[index] ?? "");
      if (!found) throw new TypeError("an object was not converted");
      return results[index] ?? withMetadata(object, found, found.metadata);
    });
  }

  async convertList(
    objects: readonly SharedObject[],
    apiVersion: string,
    { isPlain }: { readonly isPlain: boolean },
  ): Promise<readonly ApiObject[]> {
    const known = objects.map((object) => unconverted(object, apiVersion));
    const rest = objects.filter((_, index) => !known[index]);
    const converted = rest.length > 0 ? (await this.#sendMeasured({ objects: rest, isPlain }, apiVersion)).objects : [];
    let used = 0;
    return known.flatMap((object) => object ?? converted[used++] ?? []);
  }

  /** Sends a request, or waits for one with the same object. @param objects by their keys */
  async #request(
    objects: ReadonlyMap<string, SharedObject>,
    apiVersion: string,
  ): Promise<ReadonlyMap<string, ApiObject>> {
    const [key] = objects.keys();
    if (key === undefined || objects.size > 1) return await this.#sendRemembered(objects, apiVersion);
    let request = this.#requests.get(key);
    if (!request) {
      request = this.#sendRemembered(objects, apiVersion).finally(() => this.#requests.delete(key));
      this.#requests.set(key, request);
    }
    return await request;
  }

  /** Sends a request, and remembers the results. @param objects by their keys */
  async #sendRemembered(
    objects: ReadonlyMap<string, SharedObject>,
    apiVersion: string,
  ): Promise<ReadonlyMap<string, ApiObject>> {
    const batch = { objects: [...objects.values()], isPlain: false };
    const { objects: converted, averageBytes } = await this.#sendMeasured(batch, apiVersion);
    const byKey = new Map<string, ApiObject>();
    for (const [index, key] of [...objects.keys()].entries()) {
      const object = converted[index];
      if (!object) continue;
      byKey.set(key, object);
      this.#services.memo.set(key, object, averageBytes);
    }
    return byKey;
  }

  async #sendMeasured(batch: Batch, apiVersion: string): Promise<ConvertedBatch> {
    const { clock, metrics } = this.#services;
    const startedMs = clock.monotonicMs();
    const count = (failure: ConversionFailure | undefined): void =>
      metrics.count({
        definitionName: this.#options.definitionName,
        fromVersion: versionOf(batch.objects[0]?.apiVersion ?? ""),
        toVersion: versionOf(apiVersion),
        failure,
        durationMs: clock.monotonicMs() - startedMs,
      });
    try {
      const converted = await this.#send(batch, apiVersion);
      count(undefined);
      return converted;
    } catch (error) {
      if (error instanceof ConversionError) count(error.failure);
      throw error;
    }
  }

  async #send({ objects, isPlain }: Batch, apiVersion: string): Promise<ConvertedBatch> {
    const [original] = objects;
    const type = formatObjectType(original?.apiVersion ?? "", original?.kind ?? "");
    const unknown = objects.find((object) => !this.#options.apiVersions.includes(object.apiVersion));
    if (unknown) {
      const message = `request to convert CR from an invalid group/version: ${unknown.apiVersion}`;
      throw new ConversionError("conversion_webhook_request_failure", message);
    }
    const format = this.#format;
    if (!format) {
      throw new ConversionError("conversion_webhook_request_failure", "no supported conversion review versions");
    }
    const failed = (failure: ConversionFailure, why: string, cause?: unknown): StatusError =>
      new ConversionError(failure, `conversion webhook for ${type} ${why}`, cause);
    try {
      const uid = this.#services.random.uuid();
      const stored = objects.map(withoutRevision);
      const review = writeConversionReview(format, uid, { objects: stored, isPlain }, apiVersion);
      const response = await this.#post(review);
      const converted = await readConvertedObjects(format, uid, response);
      if (converted.length !== objects.length) {
        const why = `returned ${converted.length} objects, expected ${objects.length}`;
        throw failed("conversion_webhook_partial_response_failure", why);
      }
      return {
        objects: objects.map((object, index) => checkedObject(object, converted[index], apiVersion)),
        averageBytes: response.body.length / objects.length,
      };
    } catch (error) {
      if (error instanceof ConvertedObjectFault) {
        const failure = "conversion_webhook_invalid_converted_object_failure";
        throw error.isWhole
          ? new ConversionError(failure, error.message, error)
          : failed(failure, error.message, error);
      }
      const failure = callFailure(error);
      if (failure && error instanceof Error) {
        throw failed(failure, `failed: ${withoutTimeoutPhase(error.message)}`, error);
      }
      throw error;
    }
  }

  async #post(body: string): ReturnType<typeof sendToWebhook> {
    const { resolveService, clock, send, vocabulary, signal } = this.#services;
    const target = await webhookTarget(this.#address, timeoutText, resolveService);
    const request = { ...target, headers: webhookHeaders(vocabulary), body, bytesMax: responseBytesMax };
    return await sendToWebhook(request, { send, clock }, timeoutMs, signal);
  }
}

/** Returns how the metrics count the error of a request. Undefined for other errors. */
function callFailure(error: unknown): ConversionFailure | undefined {
  if (error instanceof ReviewFault) return "conversion_webhook_malformed_response_failure";
  return error instanceof WebhookError || error instanceof EgressError ? "conversion_webhook_call_failure" : undefined;
}

function versionOf(apiVersion: string): string {
  return parseGroupVersion(apiVersion)?.version ?? "";
}

/** Number of the members `kind`, `apiVersion` and `metadata`. */
const typeMembers = 3;

/** Returns the object if it is in the version, or if it consists of its type only. */
function unconverted(object: SharedObject, apiVersion: string): ApiObject | undefined {
  if (object.apiVersion === apiVersion) return object as ApiObject;
  if (Object.keys(object).length > typeMembers) return undefined;
  const { kind, metadata, apiVersion: _apiVersion, ...others } = object;
  const isEmpty = Object.keys(others).length === 0 && Object.keys(metadata ?? {}).length === 0;
  return isEmpty ? ({ kind, apiVersion, metadata } as ApiObject) : undefined;
}

/** Returns the object as it is stored. */
function withoutRevision(object: SharedObject): SharedObject {
  const { resourceVersion: _resourceVersion, ...metadata } = object.metadata;
  return { ...object, metadata };
}
