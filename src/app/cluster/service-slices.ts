/**
 * Finds the EndpointSlices of a Service. It keeps the keys of all slices by their Service, so that a call of a webhook reads only
 * the slices of its Service, and not all slices of the namespace.
 */
import { type EndpointSlice, endpointSlice } from "../../api/discovery/v1/endpoint-slice.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { FollowedObjects, ObjectConsumer } from "../../base/object-consumer.ts";
import { splitKey } from "../../meta/object-key.ts";
import { label, type Vocabulary } from "../../meta/vocabulary.ts";
import { parsingReaderOf } from "../../registry/index.ts";
import { type FollowParts, followKinds } from "./follow-kinds.ts";

/** Where the slices are, and the vocabulary of their labels. */
export interface ServiceSlicesParts extends FollowParts {
  readonly vocabulary: Vocabulary;
}

/** The EndpointSlices of all Services. They are followed from the first call of `of`. */
export class ServiceSlices {
  readonly #resources: FollowParts["registry"]["resources"];
  readonly #index: SliceIndex;
  readonly #followed: FollowedObjects;

  constructor({ vocabulary, ...parts }: ServiceSlicesParts) {
    this.#resources = parts.registry.resources;
    this.#index = new SliceIndex(vocabulary.bind(label("service-name")));
    this.#followed = followKinds([{ kind: endpointSlice, consumer: this.#index }], parts);
  }

  /** Returns the slices of a Service, in the order of their names. Empty if slices are not served. */
  async of(namespace: string, service: string): Promise<readonly DeepReadonly<EndpointSlice>[]> {
    const resource = this.#resources.get(endpointSlice);
    if (!resource) return [];
    if (!this.#followed.isReady) await this.#followed.ready();
    const reader = parsingReaderOf<EndpointSlice>(resource);
    const slices = await Promise.all(
      this.#index.namesOf(namespace, service).map((name) => reader.get(namespace, name)),
    );
    // A slice can be deleted before it is read.
    return slices.filter((slice) => slice !== undefined);
  }
}

/** The keys of slices by the key of the Service that their label names. */
class SliceIndex implements ObjectConsumer {
  readonly #label: string;
  readonly #serviceBySlice = new Map<string, string>();
  readonly #slicesByService = new Map<string, Set<string>>();

  constructor(serviceLabel: string) {
    this.#label = serviceLabel;
  }

  namesOf(namespace: string, service: string): readonly string[] {
    const keys = this.#slicesByService.get(`${namespace}/${service}`) ?? [];
    return [...keys].map((key) => splitKey(key).name).sort();
  }

  set(key: string, json: Buffer): void {
    this.delete(key);
    const { metadata } = JSON.parse(json.toString()) as EndpointSlice;
    const service = metadata.labels?.[this.#label];
    if (!service) return;
    const serviceKey = `${splitKey(key).namespace}/${service}`;
    this.#serviceBySlice.set(key, serviceKey);
    const keys = this.#slicesByService.get(serviceKey);
    if (keys) keys.add(key);
    else this.#slicesByService.set(serviceKey, new Set([key]));
  }

  delete(key: string): void {
    const serviceKey = this.#serviceBySlice.get(key);
    if (serviceKey === undefined) return;
    this.#serviceBySlice.delete(key);
    const keys = this.#slicesByService.get(serviceKey);
    keys?.delete(key);
    if (keys?.size === 0) this.#slicesByService.delete(serviceKey);
  }

  clear(): void {
    this.#serviceBySlice.clear();
    this.#slicesByService.clear();
  }
}
