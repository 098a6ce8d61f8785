/** One resource of one server: its kind, its compiled schema, its hooks and its cache. */
import { assert } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import { equalJson } from "../base/json-tree.ts";
import type { Random } from "../base/random.ts";
import {
  CachedObject,
  type CacheLimits,
  type ChangeFeed,
  type ObjectIndex,
  type ResourceCache,
} from "../cache/index.ts";
import { fieldCopier, fieldReader, stringifyJson } from "../codec/index.ts";
import type { AccessControl } from "../meta/access/access-control.ts";
import { standardFinalizers } from "../meta/deletion.ts";
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { invalid } from "../meta/status-error.ts";
import type { User } from "../meta/user.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import {
  type AccessServices,
  anyNameFormat,
  type CompiledSchema,
  type Decoded,
  type HookContext,
  type KindDeclaration,
  type KindHooks,
  type Lifetime,
  type MetadataRules,
  type ObjectAccess,
  type SchemaCompiler,
  structInVocabulary,
} from "../schema/index.ts";
import type { Engine } from "../storage/index.ts";
import { type BoundKind, bindKind, objectKey } from "./bound-kind.ts";
import type { ClaimStore } from "./claims/claim-store.ts";
import { FieldIndex } from "./field-index.ts";
import { type MakeCache, wholeCache } from "./make-cache.ts";
import { type ChangingSchema, presentUnwritten, restamp, StoredFormat, schemaMark, typeTest } from "./object-format.ts";
import { parseUnshared } from "./object-text.ts";
import { labelsIn, parsedLengthMax } from "./searched-labels.ts";

const storedVersionForm = "stored version";
const convertedForm = "converted";

/** The services that all resources of a server share. */
export interface RegistryServices {
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly random: Random;
  readonly isEnabled: IsEnabled;
  readonly vocabulary: Vocabulary;
  readonly compiler: SchemaCompiler;
  readonly cacheLimits?: CacheLimits;
  /** Creates the caches of the resources. Default: each cache holds all objects of its resource. */
  readonly makeCache?: MakeCache | undefined;
  /** How long objects are kept, in milliseconds. `Infinity`: until they are deleted. Absent: all objects are kept. */
  readonly lifetimes?: Readonly<Record<Lifetime, number>>;
  /** Absent: no values are chosen for objects. They keep the values that clients write. */
  readonly claims?: ClaimStore;
  /** Whether a garbage collector handles dependents, so that deletions set its finalizers. Default: true. */
  readonly collectsGarbage?: boolean;
  /** Gives hooks access to objects of all kinds. Absent: hooks that need it do not run. */
  readonly objects?: () => ObjectAccess;
  /** Permissions of users. Absent: hooks that need it do not run. */
  readonly access?: () => AccessControl;
  /** Returns the resource that serves a kind in a version. Absent: hooks that need it do not run. */
  readonly resourceOfKind?: AccessServices["resourceOfKind"];
}

/** The user and the path of a write request. */
interface WriteOrigin {
  readonly user?: User | undefined;
  readonly namespace: string;
  /** Empty if the path names no object. */
  readonly requestName: string;
}

/** One resource of one server. Its methods read and encode objects of its kind. */
export class Resource {
  readonly kind: BoundKind;
  /** The prefix of the objects' keys, relative to the prefix of all resources: `pods/`. */
  readonly prefix: string;
  readonly hooks: KindHooks;
  readonly cache: ResourceCache;
  readonly fields: FieldIndex;
  readonly metadataRules: MetadataRules;
  readonly services: RegistryServices;
  readonly #format: StoredFormat;
  readonly #readForRow: ((bytes: Buffer) => unknown) | undefined;
  #schema: CompiledSchema<ApiObject> | undefined;
  #isInVersion: ((bytes: Buffer) => boolean) | undefined;

  /**
   * @param previous an earlier state of the same resource. Its cache is used if it is in the same form, so that watches continue.
   */
  constructor(declaration: KindDeclaration, hooks: KindHooks, services: RegistryServices, previous?: Resource) {
    this.kind = bindKind(declaration, services.vocabulary);
    this.prefix = `${services.vocabulary.bind(declaration.storage.prefix)}/`;
    this.hooks = hooks;
    this.services = services;
    this.fields = new FieldIndex(this.kind, hooks);
    this.#readForRow = hooks.columnFields && fieldReader(hooks.columnFields);
    this.metadataRules = {
      namespaced: this.kind.namespaced,
      nameFormat: hooks.nameFormat ?? anyNameFormat,
      ...(declaration.rules.freeFinalizerNames
        ? {}
        : { standardFinalizers: standardFinalizers.map((name) => services.vocabulary.bind(name)) }),
    };
    const schema = this.#changingSchema();
    // As in the reference, only objects of custom types are stored in CBOR.
    const storesCbor = schema !== undefined && services.isEnabled("CBORServingAndStorage");
    this.#format = new StoredFormat(this.kind, createIndexReader(this.fields), schema, storesCbor);
    this.cache = previous && this.#hasFormOf(previous) ? previous.cache : this.#makeCache();
  }

  #changingSchema(): ChangingSchema | undefined {
    const { members } = this.kind.declaration.schema;
    if (!members) return undefined;
    let mark: Buffer | undefined;
    return {
      keepsVersions: this.hooks.remoteConversion !== undefined,
      mark: () => (mark ??= schemaMark(members.document())),
      reshape: (object) => this.schema.reshapedForm(object),
    };
  }

  /** Whether the cache of an earlier state of the resource shows the same bytes as a new cache. */
  #hasFormOf({ kind, prefix, fields, hooks }: Resource): boolean {
    if (hooks.remoteConversion?.settings !== this.hooks.remoteConversion?.settings) return false;
    const isSameType = kind.apiVersion === this.kind.apiVersion && kind.kind === this.kind.kind;
    if (!isSameType || prefix !== this.prefix || !equalJson(fields.paths, this.fields.paths)) return false;
    const [own, other] = [this.kind.declaration.schema.members, kind.declaration.schema.members];
    if (own === other) return true;
    return own !== undefined && other !== undefined && equalJson(own.document(), other.document());
  }

  #makeCache(): ResourceCache {
    const { services } = this;
    return (services.makeCache ?? wholeCache)({
      feed: services.feed,
      prefix: this.prefix,
      format: this.#format,
      clock: services.clock,
      ...(services.cacheLimits ? { limits: services.cacheLimits } : {}),
    });
  }

  /** The compiled schema. It is compiled on first use, because many kinds are never written. */
  get schema(): CompiledSchema<ApiObject> {
    const { compiler, vocabulary } = this.services;
    this.#schema ??= compiler.compile(structInVocabulary(this.kind.declaration.schema, vocabulary));
    return this.#schema;
  }

  /**
   * Sets the defaults that do not depend on the schema alone: those of features, and those of the kind's hook. Changes
   * `object`, which a client sent, converted to the stored version.
   */
  fillDefaults(object: ApiObject): void {
    const { isEnabled } = this.services;
    this.schema.fillFeatureDefaults(object, isEnabled);
    this.hooks.fillDefaults?.(object, this.services);
  }

  key(namespace: string, name: string): string {
    return objectKey(this.kind, namespace, name);
  }

  /**
   * Returns the object in the version of this resource. Other versions are stored if the storage version of a custom type was changed.
   * @throws StatusError 500 if a webhook does not convert the object
   */
  async inStoredVersion(object: CachedObject): Promise<CachedObject> {
    const { remoteConversion } = this.hooks;
    if (!remoteConversion || object.unreadable) return object;
    this.#isInVersion ??= typeTest(this.kind);
    const found = this.#isInVersion(object.bytes) ? object : object.peekDerived<CachedObject>(storedVersionForm);
    if (found) return found;
    const [converted] = await remoteConversion.convertAll([this.parse(object)], this.kind.apiVersion);
    assert(converted, "one object was converted");
    // With defaults, as all stored objects, so that a write without changes does not increase the generation.
    const { object: shown, needsExactJson } = this.schema.shownForm(converted);
    const bytes = Buffer.from(stringifyJson(shown, { exact: needsExactJson }));
    const result = new CachedObject(object.key, object.revision, { bytes, needsExactJson });
    object.setDerived(storedVersionForm, result);
    result.setDerived(convertedForm, true);
    return result;
  }

  /** Whether `inStoredVersion` converted the object, so that it is stored in another version. */
  isStoredInOtherVersion(object: CachedObject): boolean {
    return this.hooks.remoteConversion !== undefined && object.peekDerived(convertedForm) === true;
  }

  /** Returns a new parsed copy of the object, which the caller may change. */
  parse(object: CachedObject): ApiObject {
    return parseObject(object);
  }

  /** The columns of a Table of these objects. Absent: name and creation time. */
  get columns(): KindHooks["columns"] {
    return this.hooks.columns;
  }

  get rowConditions(): KindHooks["rowConditions"] {
    return this.hooks.rowConditions;
  }

  get rowOrder(): KindHooks["rowOrder"] {
    return this.hooks.rowOrder;
  }

  /** Returns the fields of an object that its Table row uses. */
  parseForRow(object: CachedObject): ApiObject {
    return this.#readForRow && !object.needsExactJson
      ? (this.#readForRow(object.bytes) as ApiObject)
      : parseObject(object);
  }

  /**
   * Returns the object without the annotations that are only shown with whole objects. They are hidden in metadata-only
   * responses and in Table rows.
   */
  withoutHiddenAnnotations(object: CachedObject): CachedObject {
    const { wholeObjectAnnotations: hidden } = this.hooks;
    return hidden ? object.derived("metadata alone", () => withoutAnnotations(object, hidden)) : object;
  }

  /** Returns the context for a hook that runs at this moment. @param user the user who makes the write request */
  hookContext(user?: User): HookContext {
    const { clock, random, vocabulary, isEnabled } = this.services;
    return { nowMs: clock.nowMs(), random, vocabulary, isEnabled, ...(user ? { user } : {}) };
  }

  /**
   * Checks the permissions that a write needs besides those of its verb.
   * @param request its user is absent if the server itself writes
   * @throws StatusError 403
   */
  async authorizeWrite(
    object: ApiObject,
    old: SharedObject | undefined,
    { user, namespace, requestName }: WriteOrigin,
  ): Promise<void> {
    const { access, vocabulary } = this.services;
    if (!this.hooks.authorizeWrite || !access || !user) return;
    await this.hooks.authorizeWrite({ object, old, user, namespace, requestName, vocabulary }, access());
  }

  /**
   * Checks the permissions that the fields of a valid object need.
   * @param readObject called only if the kind needs such permissions
   * @param user absent if the server itself writes
   * @throws StatusError 422
   */
  async checkAccess(
    readObject: () => DeepReadonly<ApiObject>,
    old: DeepReadonly<ApiObject> | undefined,
    user: User | undefined,
  ): Promise<void> {
    const { access, objects, resourceOfKind, vocabulary } = this.services;
    if (!this.hooks.accessErrors || !access || !objects || !resourceOfKind || !user) return;
    const object = readObject();
    const services = { access: access(), objects: objects(), resourceOfKind };
    const errors = await this.hooks.accessErrors({ object, old, user, vocabulary }, services);
    if (errors.length > 0) throw invalid(this.kind, object.metadata.name ?? "", errors);
  }

  /** Returns the value to store for an object in canonical form. All writes of objects use it. */
  encode({ object, needsExactJson }: Decoded<ApiObject>): Buffer {
    const { lifetimeMs } = this;
    const expiryMs = lifetimeMs === undefined ? undefined : this.services.clock.nowMs() + lifetimeMs;
    return this.#format.encode(object, needsExactJson, expiryMs);
  }

  /** How long objects exist after their last write. Undefined: until they are deleted. */
  get lifetimeMs(): number | undefined {
    const { lifetime } = this.kind.declaration.rules;
    const lifetimeMs = (lifetime && this.services.lifetimes?.[lifetime]) ?? Number.POSITIVE_INFINITY;
    return Number.isFinite(lifetimeMs) ? lifetimeMs : undefined;
  }

  /** Returns the object that a stored value shows at `revision`. */
  present(key: string, value: Uint8Array, revision: number): CachedObject {
    return new CachedObject(key, revision, this.#format.present(value, revision));
  }

  /**
   * Returns the object that a value shows which was not stored. Its resourceVersion is the one that the client sent, if
   * any.
   */
  presentUnwritten(key: string, value: Uint8Array, version: string): CachedObject {
    return new CachedObject(key, 0, presentUnwritten(value, version));
  }

  /** Returns the same object at another revision. */
  atRevision(object: CachedObject, revision: number): CachedObject {
    return new CachedObject(object.key, revision, {
      bytes: restamp(object.bytes, revision),
      needsExactJson: object.needsExactJson,
    });
  }

  /** Returns the kind's warnings about a write. */
  warnings(object: SharedObject, old: SharedObject | undefined): readonly string[] {
    return this.hooks.warnings?.(object, old, this.hookContext()) ?? [];
  }

  /** Passes the kind's warnings about a write to `warn`. */
  warn(object: ApiObject, old: SharedObject | undefined, warn: ((message: string) => void) | undefined): void {
    if (!warn) return;
    for (const message of this.warnings(object, old)) warn(message);
  }
}

/** Returns the object without some annotations. Only its metadata is complete. */
function withoutAnnotations(object: CachedObject, hidden: readonly string[]): CachedObject {
  const { metadata } = parseObject(object);
  for (const name of hidden) delete metadata.annotations?.[name];
  if (Object.keys(metadata.annotations ?? {}).length === 0) delete metadata.annotations;
  return new CachedObject(object.key, object.revision, {
    bytes: Buffer.from(stringifyJson({ metadata })),
    needsExactJson: false,
  });
}

/** Returns a function that reads the labels and the selectable fields of an object. */
export function createIndexReader(fields: FieldIndex): (bytes: Buffer) => ObjectIndex {
  const read = fieldReader(["metadata.labels", ...fields.paths]) as (bytes: Buffer) => ApiObject;
  const copyLabels = fieldCopier(["metadata.labels"]);
  // `metadata.name` is always read, because a reader without paths reads the whole object.
  const readFields = fieldReader(["metadata.name", ...fields.paths]) as (bytes: Buffer) => ApiObject;
  return (bytes) => {
    if (bytes.length > parsedLengthMax) {
      return { labels: labelsIn(copyLabels(bytes)), fields: fields.read(readFields(bytes)) };
    }
    const object = read(bytes);
    return { labels: object.metadata.labels ?? {}, fields: fields.read(object) };
  };
}

/** Returns a new parsed copy of a cached object. */
export function parseObject(object: CachedObject): ApiObject {
  return parseUnshared(object.bytes, object.needsExactJson);
}
