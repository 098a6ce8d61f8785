/** The transformers of all resources that a configuration describes. */
import type { GroupResource } from "../meta/group-version.ts";
import { isAnyResource } from "./configured-resource.ts";
import { type PrefixedTransformer, PrefixTransformer } from "./prefix-transformer.ts";
import { AesCbc } from "./providers/aes-cbc.ts";
import { AesGcm } from "./providers/aes-gcm.ts";
import { encryptedMark, identity } from "./providers/identity.ts";
import type { EncryptedResources, KmsSettings, ProviderKey, ProviderSettings } from "./read-configuration.ts";
import type { TransformationMetrics, TransformationRecorder } from "./transformation-metrics.ts";
import type { ValueTransformer } from "./value-transformer.ts";

/** Makes a provider that asks a key service. */
export type OpenKms = (settings: KmsSettings) => Promise<ValueTransformer>;

/** Everything besides the configuration that transformers need. */
export interface TransformerServices {
  readonly metrics: TransformationMetrics;
  readonly openKms: OpenKms;
}

/** Makes the transformer of one resource. */
type MakeTransformer = (recorder: TransformationRecorder) => PrefixedTransformer;

interface ResourceProviders {
  readonly entry: EncryptedResources;
  readonly makers: readonly MakeTransformer[];
}

/** Finds the transformer of a resource. */
export class ResourceTransformers {
  readonly #providers: readonly ResourceProviders[];
  readonly #metrics: TransformationMetrics;
  readonly #made = new Map<string, ValueTransformer>();

  private constructor(providers: readonly ResourceProviders[], metrics: TransformationMetrics) {
    this.#providers = providers;
    this.#metrics = metrics;
  }

  /** Makes the providers that a configuration describes. */
  static async make(
    configuration: readonly EncryptedResources[],
    services: TransformerServices,
  ): Promise<ResourceTransformers> {
    const providers: ResourceProviders[] = [];
    for (const entry of configuration) {
      const makers: MakeTransformer[] = [];
      for (const settings of entry.providers) makers.push(await makerOf(settings, services));
      providers.push({ entry, makers });
    }
    return new ResourceTransformers(providers, services.metrics);
  }

  /** Returns the transformer of a resource. Values of resources that are not configured are not encrypted. */
  of({ group, resource }: GroupResource): ValueTransformer {
    const name = group === "" ? resource : `${resource}.${group}`;
    let transformer = this.#made.get(name);
    if (!transformer) {
      transformer = this.#make({ group, resource }, name);
      this.#made.set(name, transformer);
    }
    return transformer;
  }

  #make(target: GroupResource, name: string): ValueTransformer {
    const makers = this.#makersOf(target);
    if (makers.length === 0) return identity;
    const recorder = this.#metrics.recorderOf(name);
    return new PrefixTransformer({
      transformers: makers.map((make) => make(recorder)),
      unmatched: "no matching prefix found",
      recorder,
    });
  }

  /** Returns the providers of all entries that name the resource, else of those that name its group, else all resources. */
  #makersOf({ group, resource }: GroupResource): readonly MakeTransformer[] {
    const exact = this.#makersWhere((one) => one.group === group && one.resource === resource);
    if (exact.length > 0) return exact;
    const ofGroup = this.#makersWhere((one) => one.group === group && one.resource === "*");
    return ofGroup.length > 0 ? ofGroup : this.#makersWhere(isAnyResource);
  }

  #makersWhere(isNamed: (resource: GroupResource) => boolean): readonly MakeTransformer[] {
    return this.#providers.filter(({ entry }) => entry.resources.some(isNamed)).flatMap(({ makers }) => makers);
  }
}

async function makerOf(settings: ProviderSettings, { openKms }: TransformerServices): Promise<MakeTransformer> {
  switch (settings.type) {
    case "identity":
      return () => ({ prefix: "", transformer: identity });
    case "kms": {
      const transformer = await openKms(settings);
      return () => ({ prefix: `${encryptedMark}kms:v2:${settings.name}:`, transformer });
    }
    case "secretbox": {
      const { Secretbox } = await import("./providers/secretbox.ts");
      return keyed(settings, "Secretbox", (secret) => new Secretbox(secret));
    }
    case "aesgcm":
      return keyed(settings, "AES", (secret) => new AesGcm(secret));
    case "aescbc":
      return keyed(settings, "AES", (secret) => new AesCbc(secret));
  }
}

/** Returns the maker of a provider with named keys. @param title the provider's name in messages */
function keyed(
  { type, keys }: { readonly type: string; readonly keys: readonly ProviderKey[] },
  title: string,
  makeOne: (secret: Buffer) => ValueTransformer,
): MakeTransformer {
  const transformers = keys.map(({ name, secret }) => ({ prefix: `${name}:`, transformer: makeOne(secret) }));
  return (recorder) => ({
    prefix: `${encryptedMark}${type}:v1:`,
    transformer: new PrefixTransformer({
      transformers,
      unmatched: `no matching key was found for the provided ${title} transformer`,
      recorder,
    }),
  });
}
