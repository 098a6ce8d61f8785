/**
 * Test fixture: one resource with its cache, over a memory engine. Disposing it checks the engine's consistency.
 */
import { expect } from "vitest";
import { configMap } from "../../api/core/v1/config-map.ts";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { type Random, seededRandom } from "../../base/random.ts";
import { type CachedObject, ChangeFeed } from "../../cache/index.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type KindDeclaration, type KindHooks, SchemaCompiler } from "../../schema/index.ts";
import { type Engine, openMemoryEngine } from "../../storage/index.ts";
import { createObject } from "../create.ts";
import { Resource } from "../resource.ts";

/** A resource with its cache, and the engine and the clock below it. */
export interface ResourceFixture extends AsyncDisposable {
  readonly resource: Resource;
  readonly engine: Engine;
  readonly clock: ManualClock;
  /**
   * Creates an object, with defaults for the missing fields.
   * @param name `namespace/name`, or a name in the namespace `default`
   */
  create(
    name: string,
    rest?: { readonly labels?: Record<string, string>; readonly [field: string]: unknown },
  ): Promise<CachedObject>;
}

/** Options of `openResource`. */
export interface ResourceOptions {
  /** Default: ConfigMap. */
  readonly kind?: KindDeclaration;
  readonly hooks?: KindHooks;
  /** Default: a memory engine. */
  readonly engine?: Engine;
  readonly random?: Random;
  /** Whether the cache is loaded at the start. Default: true. */
  readonly isLoaded?: boolean;
}

/** Returns a resource over an engine. Disposing it also closes the engine. */
export async function openResource(options: ResourceOptions = {}): Promise<ResourceFixture> {
  const {
    kind = configMap,
    hooks = {},
    engine = openMemoryEngine(),
    random = seededRandom(1),
    isLoaded = true,
  } = options;
  const clock = new ManualClock();
  const feed = new ChangeFeed({ engine, prefix: "/registry/", clock, logger: silentLogger });
  const resource = new Resource(kind, hooks, {
    engine,
    feed,
    clock,
    random,
    isEnabled: noFeatures,
    vocabulary: vocabularies.orch,
    compiler: new SchemaCompiler(new Map()),
  });
  if (isLoaded) await resource.cache.ready();
  const { kind: kindName, apiVersion, namespaced } = resource.kind;
  return {
    resource,
    engine,
    clock,
    create: async (path, { labels, ...rest } = {}) => {
      const [name = "", namespace = namespaced ? "default" : ""] = path.split("/").toReversed();
      const metadata = { name, namespace, ...(labels ? { labels } : {}) };
      const object = { kind: kindName, apiVersion, metadata, ...rest } as ApiObject;
      return await createObject(resource, { object, namespace, dryRun: false });
    },
    async [Symbol.asyncDispose]() {
      await feed[Symbol.asyncDispose]();
      expect(await engine.check()).toEqual([]);
      await engine[Symbol.asyncDispose]();
    },
  };
}
