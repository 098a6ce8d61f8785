/** One stored resource of one server: its kind, its compiled schema, its hooks and its cache. */
import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import {
  CachedObject,
  type CacheLimits,
  type ChangeFeed,
  type ObjectIndex,
  type ResourceCache,
} from "../cache/index.ts";
import { fieldCopier, fieldReader, stringifyJson } from "../codec/index.ts";
import { standardFinalizers } from "../meta/deletion.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import {
  type CompiledSchema,
  type Decoded,
  type HookContext,
  type KindDeclaration,
  type KindHooks,
  type Lifetime,
  type ObjectAccess,
  type ObjectSubresource,
  type SchemaCompiler,
  spelledIn,
} from "../schema/index.ts";
import type { Engine } from "../storage/index.ts";
import { type BoundKind, bindKind, objectKey } from "./bound-kind.ts";
import type { ClaimStore } from "./claims.ts";
import { FieldIndex } from "./field-index.ts";
import { type MakeCache, wholeCache } from "./make-cache.ts";
import { anyName, type MetadataRules } from "./metadata-rules.ts";
import { presentUnwritten, restamp, StoredFormat } from "./object-format.ts";
import { parseWhole } from "./object-text.ts";
import { labelsIn, parsedLabelsMax } from "./searched-labels.ts";

/** What all resources of a server share. */
export interface RegistryServices {
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly random: Random;
  readonly isEnabled: IsEnabled;
  readonly vocabulary: Vocabulary;
  readonly compiler: SchemaCompiler;
  readonly cacheLimits?: CacheLimits;
  /** Makes the caches of the resources; absent: each holds all objects of its resource. */
  readonly makeCache?: MakeCache | undefined;
  /** How long objects are kept, in milliseconds; `Infinity`: until somebody deletes them. Absent: all of them. */
  readonly lifetimes?: Readonly<Record<Lifetime, number>>;
  /** Absent: no values are handed out; objects keep what clients write. */
  readonly claims?: ClaimStore;
  /** Gives hooks access to objects of all kinds. Absent: hooks that need it do not run. */
  readonly objects?: () => ObjectAccess;
}

export class Resource {
  readonly kind: BoundKind;
  /** Of the keys of its objects, below that of the store: `pods/`. */
  readonly prefix: string;
  readonly hooks: KindHooks;
  readonly cache: ResourceCache;
  readonly fields: FieldIndex;
  readonly metadataRules: MetadataRules;
  readonly services: RegistryServices;
  readonly #format: StoredFormat;
  readonly #readForRow: ((bytes: Buffer) => unknown) | undefined;
  #schema: CompiledSchema<ApiObject> | undefined;

  constructor(declaration: KindDeclaration, hooks: KindHooks, services: RegistryServices) {
    this.kind = bindKind(declaration, services.vocabulary);
    this.prefix = `${services.vocabulary.bind(declaration.storage.prefix)}/`;
    this.hooks = hooks;
    this.services = services;
    this.fields = new FieldIndex(this.kind, hooks);
    this.#readForRow = hooks.columnFields && fieldReader(hooks.columnFields);
    this.metadataRules = {
      namespaced: this.kind.namespaced,
      nameFormat: hooks.nameFormat ?? anyName,
      ...(declaration.rules.freeFinalizerNames
        ? {}
        : { standardFinalizers: standardFinalizers.map((name) => services.vocabulary.bind(name)) }),
    };
    this.#format = new StoredFormat(this.kind, indexer(this.fields));
    this.cache = (services.makeCache ?? wholeCache)({
      feed: services.feed,
      prefix: this.prefix,
      format: this.#format,
      clock: services.clock,
      ...(services.cacheLimits ? { limits: services.cacheLimits } : {}),
    });
  }

  /** Made when it is first needed: many kinds are never written. */
  get schema(): CompiledSchema<ApiObject> {
    const { compiler, vocabulary } = this.services;
    this.#schema ??= compiler.compile(spelledIn(this.kind.declaration.schema, vocabulary));
    return this.#schema;
  }

  /**
   * Fills in the defaults that a schema alone does not have: those of features, and those of the kind's hook. Changes `object`, which is
   * what a client writes, in the stored version.
   */
  fillDefaults(object: ApiObject): void {
    const { isEnabled } = this.services;
    this.schema.fillFeatureDefaults(object, isEnabled);
    this.hooks.fillDefaults?.(object, this.services);
  }

  key(namespace: string, name: string): string {
    return objectKey(this.kind, namespace, name);
  }

  /** A new parsed copy of the object, which the caller may change. */
  parse(object: CachedObject): ApiObject {
    return parseObject(object);
  }

  /** The columns of a Table of these objects; absent: name and creation time. */
  get columns(): KindHooks["columns"] {
    return this.hooks.columns;
  }

  get rowConditions(): KindHooks["rowConditions"] {
    return this.hooks.rowConditions;
  }

  get rowOrder(): KindHooks["rowOrder"] {
    return this.hooks.rowOrder;
  }

  /** As much of an object as its row is made of. */
  parseForRow(object: CachedObject): ApiObject {
    return this.#readForRow && !object.exact ? (this.#readForRow(object.bytes) as ApiObject) : parseObject(object);
  }

  /** Returns the object without the annotations that are shown only with whole objects. */
  aloneMetadata(object: CachedObject): CachedObject {
    const { wholeObjectAnnotations: hidden } = this.hooks;
    return hidden ? object.derived("metadata alone", () => withoutAnnotations(object, hidden)) : object;
  }

  /** What hooks are handed, at this moment. @param user who makes the request, where it is one that writes */
  hookContext(user?: User): HookContext {
    const { clock, random, vocabulary, isEnabled } = this.services;
    return { nowMs: clock.nowMs(), random, vocabulary, isEnabled, ...(user ? { user } : {}) };
  }

  /** Returns the value to store for an object in canonical form. Every write of an object gets its value here. */
  encode({ object, exact }: Decoded<ApiObject>): Buffer {
    return this.#format.encode(object, exact, this.#expiryMs());
  }

  /** The object that a stored value shows at `revision`. */
  present(key: string, value: Uint8Array, revision: number): CachedObject {
    return new CachedObject(key, revision, this.#format.present(value, revision));
  }

  /** The object that a value shows which was not written: it has the version that its client sent, if any. */
  presentUnwritten(key: string, value: Uint8Array, version: string): CachedObject {
    return new CachedObject(key, 0, presentUnwritten(value, version));
  }

  /** The same object at another revision. */
  restamped(object: CachedObject, revision: number): CachedObject {
    return new CachedObject(object.key, revision, { bytes: restamp(object.bytes, revision), exact: object.exact });
  }

  /** The paths that a write to the object, or to one of its subresources, leaves as they are stored. */
  restoredPaths(subresource: string): readonly string[] {
    const { status } = this.kind.declaration.subresources;
    if (subresource === "") return status && !status.isWrittenWithObject ? ["status"] : [];
    return this.#written(subresource)?.keeps ?? [];
  }

  /** What a write to the object, or to one of its subresources, gives nobody: `left`; all that it gives: `changed`. */
  ownedPaths(subresource: string): {
    readonly left: readonly string[];
    readonly changed?: readonly string[] | undefined;
  } {
    const restored = this.restoredPaths(subresource);
    if (subresource === "") return { left: [...restored, ...this.kind.declaration.rules.unowned] };
    const written = this.#written(subresource);
    return { left: written?.unowned ?? restored, changed: written?.changes };
  }

  /** A subresource that is written as the whole object. */
  #written(subresource: string): ObjectSubresource | undefined {
    const { status, others } = this.kind.declaration.subresources;
    return subresource === "status" ? status : others?.[subresource];
  }

  /** When what is written now expires. */
  #expiryMs(): number | undefined {
    const { lifetime } = this.kind.declaration.rules;
    const { lifetimes, clock } = this.services;
    const lifetimeMs = (lifetime && lifetimes?.[lifetime]) ?? Number.POSITIVE_INFINITY;
    return Number.isFinite(lifetimeMs) ? clock.nowMs() + lifetimeMs : undefined;
  }

  /** The kind's advice on a write. */
  advice(object: ApiObject, old: ApiObject | undefined): readonly string[] {
    return this.hooks.warnings?.(object, old, this.hookContext()) ?? [];
  }

  /** Hands the kind's advice on a write to `warn`. */
  warn(object: ApiObject, old: ApiObject | undefined, warn: ((message: string) => void) | undefined): void {
    if (!warn) return;
    for (const message of this.advice(object, old)) warn(message);
  }
}

/** The same object without some annotations. Only its metadata is complete. */
function withoutAnnotations(object: CachedObject, hidden: readonly string[]): CachedObject {
  const { metadata } = parseObject(object);
  for (const name of hidden) delete metadata.annotations?.[name];
  if (Object.keys(metadata.annotations ?? {}).length === 0) delete metadata.annotations;
  return new CachedObject(object.key, object.revision, {
    bytes: Buffer.from(stringifyJson({ metadata })),
    exact: false,
  });
}

/** Reads what selectors look at. */
function indexer(fields: FieldIndex): (bytes: Buffer) => ObjectIndex {
  const read = fieldReader(["metadata.labels", ...fields.paths]) as (bytes: Buffer) => ApiObject;
  const copyLabels = fieldCopier(["metadata.labels"]);
  // Without a path, all of the object would be read.
  const readFields = fieldReader(["metadata.name", ...fields.paths]) as (bytes: Buffer) => ApiObject;
  return (bytes) => {
    if (bytes.length > parsedLabelsMax) {
      return { labels: labelsIn(copyLabels(bytes)), fields: fields.read(readFields(bytes)) };
    }
    const object = read(bytes);
    return { labels: object.metadata.labels ?? {}, fields: fields.read(object) };
  };
}

/** Parses what a cached object shows. */
export function parseObject(object: CachedObject): ApiObject {
  return parseWhole(object.bytes, object.exact);
}
