/**
 * A kind as data: its names, its schema, what the API serves, and the rules that shared code applies. Behaviour that is
 * not data is in `kinds/`, as hooks.
 */
import type { ApiObject, ObjectMeta } from "../meta/object-meta.ts";
import type { Name } from "../meta/vocabulary.ts";
import { type FieldSpecs, type FieldsOf, optional, struct } from "./field.ts";
import type { StructSchema } from "./schema.ts";
import { text } from "./types.ts";

/** Whether objects of a kind are in a namespace. */
export type Scope = "Namespaced" | "Cluster";

/** A verb that a resource may support. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** All verbs of a resource. */
export const allVerbs: readonly Verb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** A subresource that is read and written as the whole object, but changes only a part of it. */
export interface ObjectSubresource {
  readonly verbs: readonly ("get" | "patch" | "update")[];
  /** Paths of the fields that a write keeps as they are stored. */
  readonly keeps: readonly string[];
  /**
   * Names of the only members that a write changes, besides the managed fields. It keeps all others as they are stored. Absent:
   * it changes everything that `keeps` does not list.
   */
  readonly writes?: readonly string[];
  /** Paths of the fields that the writer of the subresource does not own. Default: `keeps`. */
  readonly unowned?: readonly string[];
  /**
   * Paths of all fields that a write changes, in terms of field ownership; `*` is any item. Default: all fields that it
   * does not keep.
   */
  readonly changes?: readonly string[];
  /** Served only while this feature is enabled. */
  readonly featureGate?: string;
  /** False if the subresource has no Table, although the object itself has one. Default: true. */
  readonly hasTable?: boolean;
}

/**
 * How requests to `/status` behave. Clients write the rest of the object, controllers write `status`. A write to the
 * object itself keeps the stored status.
 */
export interface StatusSubresource extends ObjectSubresource {
  /** Whether a create drops the status that the client sends. */
  readonly clearedOnCreate: boolean;
  /** Whether an update of the object itself also writes the status. Default: it keeps the stored status. */
  readonly isWrittenWithObject?: boolean;
  /** Whether a write to the status keeps fields of disabled features. Default: they are dropped. */
  readonly keepsDisabledFields?: boolean;
  /** Whether an apply to the status of a missing object creates the object. A PUT never does. Default: false. */
  readonly createdByApply?: boolean;
}

/** How requests to `/scale` read and write the object. Its fields are dot-separated paths into the object. */
export interface ScaleSubresource {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /**
   * Path of the selector of the counted Pods: a label selector object, a plain map of labels, or a text. Absent: the selector is
   * empty.
   */
  readonly selector?: string;
  /** Whether an object without a desired number of replicas has no scale. Default: the number is then 0. */
  readonly needsReplicas?: boolean;
  /** Whether the rules of the object check a written Scale. Default: those of a Scale do. */
  readonly isObjectValidated?: boolean;
  /**
   * Group in the error of a read if the object is missing. The error names it together with `PLURAL/scale`. Default:
   * the object's group.
   */
  readonly missingGroup?: Name;
}

/**
 * Returns the usual status subresource.
 * @param keeps fields that a write keeps besides the spec
 * @param unowned fields that the writer does not own besides the spec; all metadata if the write keeps it
 */
export function statusSubresource(
  keeps: readonly string[] = [],
  unowned: readonly string[] = keeps === clientMetadata ? ["metadata"] : keeps,
): StatusSubresource {
  return {
    verbs: ["get", "patch", "update"],
    keeps: ["spec", ...keeps],
    unowned: ["spec", ...unowned],
    clearedOnCreate: true,
  };
}

/** The metadata that clients write, for subresources that keep it (`statusSubresource`). */
export const clientMetadata: readonly string[] = [
  "metadata.annotations",
  "metadata.deletionTimestamp",
  "metadata.finalizers",
  "metadata.generation",
  "metadata.labels",
  "metadata.ownerReferences",
  "metadata.selfLink",
];

/** All metadata except `managedFields`, for subresources that keep it. */
export const allMetadata: readonly string[] = [
  ...clientMetadata,
  "metadata.deletionGracePeriodSeconds",
  "metadata.generateName",
];

/** A kind of document that only occurs in the body of a request, in its query, or in a response. */
export interface MessageKind<T = unknown> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema<T>;
}

/** A subresource to which clients post a document. The server acts on the object and returns a document. */
export interface PostedSubresource {
  readonly document: MessageKind;
  /** Older versions of the document that are also accepted. They have the same shape. */
  readonly olderVersions?: readonly string[];
  /** Whether the document may contain the uid of the object that it is posted to. Default: the server removes a uid. */
  readonly namesUid?: boolean;
}

/**
 * A subresource that connects the client to something that the object stands for, such as the containers of a Pod. The
 * server finds the node on which it runs and forwards requests and responses. The query contains the options.
 */
export interface ConnectedSubresource {
  /** Form of the forwarded data. */
  readonly form: ConnectionForm;
  readonly options: MessageKind;
}

/**
 * Form of the data that a connected subresource forwards: text to read, streams in both directions, or any request,
 * including those to subpaths.
 */
export type ConnectionForm = "text" | "streams" | "requests";

/** The subresources of a kind. */
export interface Subresources {
  readonly status?: StatusSubresource;
  readonly scale?: ScaleSubresource;
  /** Other subresources that are written as the whole object, by name. */
  readonly others?: Readonly<Record<string, ObjectSubresource>>;
  readonly posted?: Readonly<Record<string, PostedSubresource>>;
  readonly connected?: Readonly<Record<string, ConnectedSubresource>>;
}

/** Location of the objects in the store, below the store's prefix. */
export interface StorageRule {
  /** Such as `configmaps` or `services/specs`. The prefixes of some kinds begin with the name of the group. */
  readonly prefix: Name;
  /** Version from which clients derive the storage version hash, if it is none of the served versions. */
  readonly version?: string;
}

/** Name of the server's setting for how long objects are kept. */
export type Lifetime = "eventTtl";

/** Rules of a kind that shared code applies. */
export interface KindRules {
  /** How long an object is kept after its last write. Default: until it is deleted. */
  readonly lifetime?: Lifetime;
  /**
   * Paths of the fields whose change increases `metadata.generation`. If empty, the kind has no generation. `content`: all members
   * except the metadata.
   */
  readonly generation: readonly string[] | "content";
  /**
   * Whether sending an empty list or map at these paths counts as a change every time. Default: it equals an absent
   * one.
   */
  readonly emptyRaisesGeneration: boolean;
  /** Whether a PUT of a missing object creates it. */
  readonly createOnUpdate: boolean;
  /** Whether a PUT may omit `metadata.resourceVersion`. */
  readonly unconditionalUpdate: boolean;
  /** Whether the response to a deletion that removes the object immediately is the object instead of a Status. */
  readonly deleteReturnsObject: boolean;
  /** Whether OpenAPI documents a Status as the response to a deletion, although the response is the object. */
  readonly documentsStatusOfDeletion: boolean;
  /** Whether failed preconditions of a deletion are reported with the store's message instead of the registry's. */
  readonly storePreconditions: boolean;
  /** Whether finalizers without a domain may have any name, not only the standard ones. */
  readonly freeFinalizerNames: boolean;
  /** Whether a name that the server generates has a random suffix. Otherwise it is `generateName` itself. */
  readonly randomNameSuffix: boolean;
  /**
   * Paths of the fields that the writer of the object does not own, besides `status`, because they are written only
   * once.
   */
  readonly unowned: readonly string[];
  /** The checks of a create. Default: `create`, `schema`, `hook`. */
  readonly createChecks: readonly CreateCheck[];
  /** The checks of an update. They follow the checks of metadata that all updates share. */
  readonly updateChecks: UpdateChecks;
  /** The `propagationPolicy` of a deletion that names none. `Unsupported`: no policy has an effect on these objects. */
  readonly defaultPropagation: "Background" | "Orphan" | "Unsupported";
}

/**
 * One step of the validation of an update. Checks of metadata:
 * - `create`: the rules of a new object, including the kind's format of names and the names of finalizers
 * - `plainCreate`: the same with any name and any finalizers
 * - `change`: immutable fields, labels, annotations, owners, and the names of finalizers
 * - `plainChange`: the same without the names of finalizers
 *
 * Checks of the whole object:
 * - `schema`: the rules of its fields
 * - `hook`: the kind's `validateUpdate`
 * - `createHook`: the kind's `validateCreate`, if it also applies to updates
 */
export type UpdateCheck = MetadataCheck | "schema" | "hook" | "createHook";
/** A check of the metadata of an object, described at `UpdateCheck`. */
export type MetadataCheck = "create" | "plainCreate" | "change" | "plainChange";

/**
 * One step of the validation of a create. If all of them pass, every create ends with the rules of metadata that all
 * kinds share.
 *
 * - `create`: the metadata of a new object, including the kind's format of names and the names of finalizers
 * - `schema`: the rules of its fields
 * - `hook`: the kind's `validateCreate`
 * - `lastHook`: the kind's `validateCreateLast`
 */
export type CreateCheck = "create" | "schema" | "hook" | "lastHook";

/**
 * The checks of updates in order. The reference orders and repeats them differently for each kind, and each repetition
 * adds its errors to the causes that clients see.
 */
export interface UpdateChecks {
  /** Checks of an update of the object itself. Default: `change`, `schema`, `hook`. */
  readonly update?: readonly UpdateCheck[];
  /** Checks of an update of a subresource. Default: `change`, `schema`, `hook`. */
  readonly subresource?: readonly UpdateCheck[];
}

const defaultRules: KindRules = {
  generation: [],
  emptyRaisesGeneration: false,
  createOnUpdate: false,
  unconditionalUpdate: true,
  deleteReturnsObject: false,
  documentsStatusOfDeletion: false,
  storePreconditions: false,
  freeFinalizerNames: false,
  randomNameSuffix: true,
  createChecks: ["create", "schema", "hook"],
  updateChecks: {},
  unowned: [],
  defaultPropagation: "Background",
};

/** Deprecation and removal of a version of a kind. */
export interface KindLifecycle {
  /** First minor release of version 1 with this version. Absent if all known releases have it. */
  readonly introduced?: number;
  /** Minor release of version 1 in which clients are first warned. */
  readonly deprecated: number;
  /** First minor release without this version. Absent if it is not decided. */
  readonly removed?: number;
  /** The kind that the warning recommends instead. */
  readonly replacement?: { readonly group: Name; readonly version: string; readonly kind: string };
}

/** The names of a version of a kind, and the type of its objects. The typed client needs no more of a kind. */
export interface KindNames<T = ApiObject> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  /** Kind of the lists of the objects. Default: the kind and `List`. */
  readonly listKind?: string;
  readonly plural: string;
  readonly scope: Scope;
  /** Carries the type of the objects. Kinds of custom types have no schema. */
  readonly schema?: StructSchema<T>;
}

/** A version of a kind as data. */
export interface KindDeclaration<T = ApiObject> extends KindNames<T> {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: Subresources;
  readonly storage: StorageRule;
  /** Paths that a field selector may name, besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  readonly rules: KindRules;
  /** The version in whose form objects are stored. Absent if it is this version. */
  readonly storedAs?: KindDeclaration;
  /** False if objects are computed for each request and never stored, as reviews are. */
  readonly isStored: boolean;
  /** False if the version is served only when `--runtime-config` enables it. */
  readonly servedByDefault: boolean;
  /** Served only while this feature is enabled. */
  readonly featureGate?: string;
  /** Absent if the version is not deprecated. */
  readonly lifecycle?: KindLifecycle;
  /** Warning about a deprecated version whose removal has no release, as in custom types. */
  readonly deprecationWarning?: string;
  readonly schema: StructSchema<T>;
}

/** Options of `declareKind`. Most have the meaning of the same field of KindDeclaration. */
export interface KindDeclarationOptions<F extends FieldSpecs> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  readonly listKind?: string;
  /** The package in the struct's name, such as `core`. */
  readonly package: string;
  readonly plural: string;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: Scope;
  /** Default: all. */
  readonly verbs?: readonly Verb[];
  readonly subresources?: Subresources;
  /** Default: the plural. */
  readonly storage?: StorageRule;
  readonly selectableFields?: readonly string[];
  readonly rules?: Partial<KindRules>;
  /** Default: this version. */
  readonly storedAs?: KindDeclaration;
  /** Default: true. */
  readonly isStored?: boolean;
  /** Default: true. */
  readonly servedByDefault?: boolean;
  readonly featureGate?: string;
  /** Default: the version is not deprecated. */
  readonly lifecycle?: KindLifecycle;
  readonly deprecationWarning?: string;
  readonly doc: string;
  /** Fields after kind, apiVersion and metadata. */
  readonly fields: F;
}

/** The TypeScript type of a kind's objects. */
export type ObjectOf<F> = FieldsOf<F> & { kind: string; apiVersion: string; metadata: ObjectMeta };

/**
 * Fields that name the type of a struct that is sent as a whole document. In protobuf, the envelope contains them. Conformance tests of
 * `kubectl explain` look for the first words of the version's text.
 */
export const typeMetaFields = {
  kind: optional(text, 0, "The kind of the object, in CamelCase. Cannot be changed."),
  apiVersion: optional(text, 0, "APIVersion defines the group and version of the object's schema."),
};

/**
 * Returns the declaration of a kind, with defaults for the options that are not set.
 * @param options.fields fields after kind, apiVersion and metadata
 * @param metadata the field `metadata`, whose struct is declared in `api/`
 */
export function declareKind<F extends FieldSpecs>(
  options: KindDeclarationOptions<F>,
  metadata: FieldSpecs[string],
): KindDeclaration<ObjectOf<F>> {
  const { package: packageName, doc, fields, rules, ...rest } = options;
  const name = `${packageName}/${options.version}.${options.kind}`;
  return {
    singular: options.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    verbs: allVerbs,
    subresources: {},
    storage: { prefix: options.plural },
    selectableFields: [],
    isStored: true,
    servedByDefault: true,
    ...rest,
    rules: { ...defaultRules, ...rules },
    schema: struct(name, doc, { ...typeMetaFields, metadata, ...fields }) as StructSchema as StructSchema<ObjectOf<F>>,
  };
}
