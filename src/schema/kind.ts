/**
 * A kind as data: what the API serves under one group and version, its type, and the rules that shared code asks for.
 * Behaviour that is not data lives in `kinds/`, as hooks.
 */
import type { ApiObject, ObjectMeta } from "../meta/object-meta.ts";
import type { Name } from "../meta/vocabulary.ts";
import { type FieldSpecs, type FieldsOf, optional, struct } from "./field.ts";
import type { StructSchema } from "./schema.ts";
import { text } from "./types.ts";

export type Scope = "Namespaced" | "Cluster";

export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

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

/** A subresource that is written as the whole object, of which it changes a part. */
export interface ObjectSubresource {
  readonly verbs: readonly ("get" | "patch" | "update")[];
  /** Paths that a write to it leaves as they are stored. */
  readonly keeps: readonly string[];
  /** Paths below which nobody owns a field who writes here. Absent: what it keeps. */
  readonly unowned?: readonly string[];
  /** All that a write to it changes, as owners of fields know it; `*` is any item. Absent: whatever it does not keep. */
  readonly changes?: readonly string[];
  /** Served only while this feature is on. */
  readonly featureGate?: string;
  /** False: it has no Table, although the object itself has one. */
  readonly hasTable?: boolean;
}

/**
 * The `status` subresource: clients write the rest of the object, controllers write `status`. A write to the object
 * itself keeps the stored status.
 */
export interface StatusSubresource extends ObjectSubresource {
  /** False: a create may bring its status along. */
  readonly clearedOnCreate: boolean;
  /** Whether an update of the object itself writes the status as well. Default: it keeps the stored status. */
  readonly isWrittenWithObject?: boolean;
  /** Whether a write to the status keeps fields whose feature is off. Default: they are dropped. */
  readonly keepsDisabledFields?: boolean;
  /** Whether an apply to the status of a missing object creates the object, though a PUT does not. Default: false. */
  readonly createdByApply?: boolean;
}

/** The `scale` subresource, by dot-separated paths into the object. */
export interface ScaleSubresource {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** The selector of the counted Pods: a label selector object, or a plain map of labels. */
  readonly selector: string;
  /** The group that the error of a read names if the object is missing, together with `PLURAL/scale`. Absent: the object's. */
  readonly missingGroup?: Name;
}

/**
 * The usual status subresource.
 * @param keeps what a write leaves alone besides the spec
 * @param unowned below which nobody owns a field who writes here, besides the spec: where a write leaves metadata alone,
 *   all of it
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

/** For `statusSubresource`: where a status write leaves alone all of the metadata that clients write. */
export const clientMetadata: readonly string[] = [
  "metadata.annotations",
  "metadata.deletionTimestamp",
  "metadata.finalizers",
  "metadata.generation",
  "metadata.labels",
  "metadata.ownerReferences",
  "metadata.selfLink",
];

/** The same where a status write leaves alone all metadata but the owners of fields. */
export const allMetadata: readonly string[] = [
  ...clientMetadata,
  "metadata.deletionGracePeriodSeconds",
  "metadata.generateName",
];

/** A kind of document that is only sent: in the body of a request, in its query, or as its answer. */
export interface MessageKind<T = unknown> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema<T>;
}

/** A subresource that documents are posted to: something is done about the object, and a document is answered. */
export interface PostedSubresource {
  readonly document: MessageKind;
  /** Older versions in which the document may come as well; they have its shape. */
  readonly olderVersions?: readonly string[];
}

/**
 * A subresource through which clients reach what an object stands for, such as the containers of a Pod: the server finds
 * out where that runs, and passes on what is sent and answered. What clients want is told in the query.
 */
export interface ConnectedSubresource {
  /** What passes: a text to read, streams in both directions, or any request, also to paths below. */
  readonly form: ConnectionForm;
  readonly options: MessageKind;
}

export type ConnectionForm = "text" | "streams" | "requests";

export interface Subresources {
  readonly status?: StatusSubresource;
  readonly scale?: ScaleSubresource;
  /** Others that are written as the whole object, by name. */
  readonly others?: Readonly<Record<string, ObjectSubresource>>;
  readonly posted?: Readonly<Record<string, PostedSubresource>>;
  readonly connected?: Readonly<Record<string, ConnectedSubresource>>;
}

/** Where the objects are stored, below the store's prefix. */
export interface StorageRule {
  /** `configmaps`, `services/specs`; some stand below the name of their group. */
  readonly prefix: Name;
  /** The version after which clients tell how objects are stored, where that is none of those that are served. */
  readonly version?: string;
}

/** A setting of the server that says how long objects are kept. */
export type Lifetime = "eventTtl";

export interface KindRules {
  /** How long an object is kept after its last write; absent: until somebody deletes it. */
  readonly lifetime?: Lifetime;
  /** Paths whose change raises `metadata.generation`; empty: the kind has no generation. */
  readonly generation: readonly string[];
  /** Whether an empty list or map at these paths counts as a change each time it is sent. Default: it counts as none. */
  readonly emptyRaisesGeneration: boolean;
  /** PUT on a missing name creates it. */
  readonly createOnUpdate: boolean;
  /** PUT may leave out `metadata.resourceVersion`. */
  readonly unconditionalUpdate: boolean;
  /** A deletion that removes at once answers the object instead of a Status. */
  readonly deleteReturnsObject: boolean;
  /** Documents say that a deletion answers a Status, though it answers the object. */
  readonly documentsStatusOfDeletion: boolean;
  /** Preconditions of a deletion are answered in the store's words instead of the registry's. */
  readonly storePreconditions: boolean;
  /** Finalizers without a domain may have any name, not only the standard ones. */
  readonly freeFinalizerNames: boolean;
  /** Whether a name that the server makes has a random suffix. Otherwise it is `generateName` itself. */
  readonly randomNameSuffix: boolean;
  /** Paths that nobody owns who writes the object itself, besides `status`: they are written once. */
  readonly unowned: readonly string[];
  /** The checks of a create. Default: `create`, `schema`, `hook`. */
  readonly createChecks: readonly CreateCheck[];
  /** The checks of an update, after those of metadata that every update begins with. */
  readonly updateChecks: UpdateChecks;
  /** The `propagationPolicy` of a deletion that names none. `Unsupported`: no policy has an effect on these objects. */
  readonly defaultPropagation: "Background" | "Orphan" | "Unsupported";
}

/**
 * A check of an update. Checks of metadata:
 * - `create`: the rules of a new object, with the kind's own format of names and the names of finalizers
 * - `plainCreate`: the same with any name and any finalizers
 * - `change`: what may not change, labels, annotations, owners, and the names of finalizers
 * - `plainChange`: the same without the names of finalizers
 *
 * Checks of the whole object:
 * - `schema`: the rules of its fields
 * - `hook`: the kind's own `validateUpdate`
 * - `createHook`: the kind's own `validateCreate`, where it holds for updates as well
 */
export type UpdateCheck = MetadataCheck | "schema" | "hook" | "createHook";
export type MetadataCheck = "create" | "plainCreate" | "change" | "plainChange";

/**
 * A check of a create. If all of them pass, every create ends with the rules of metadata that all kinds share.
 *
 * - `create`: the metadata of a new object, with the kind's own format of names and the names of finalizers
 * - `schema`: the rules of its fields
 * - `hook`: the kind's own `validateCreate`
 * - `lastHook`: the kind's own `validateCreateLast`
 */
export type CreateCheck = "create" | "schema" | "hook" | "lastHook";

/**
 * The checks of updates in their order. The reference's kinds order and repeat them in different ways, and clients see
 * every error of every repetition as a cause.
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

/** When a version of a kind is on its way out. */
export interface KindLifecycle {
  /** The minor release of version 1 from which on clients are told. */
  readonly deprecated: number;
  /** The first one without it, where that is decided. */
  readonly removed?: number;
  /** The kind that clients are told to use instead. */
  readonly replacement?: { readonly group: Name; readonly version: string; readonly kind: string };
}

export interface KindDeclaration<T = ApiObject> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: Scope;
  readonly verbs: readonly Verb[];
  readonly subresources: Subresources;
  readonly storage: StorageRule;
  /** Paths that a field selector may name, besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: readonly string[];
  readonly rules: KindRules;
  /** The version of the same kind in whose form objects are stored; absent: this one. */
  readonly storedAs?: KindDeclaration;
  /** False: objects are answered and never kept, as reviews are. */
  readonly isStored: boolean;
  /** False: served only when `--runtime-config` turns it on. */
  readonly servedByDefault: boolean;
  /** Served only while this feature is on. */
  readonly featureGate?: string;
  /** Absent: the version stays. */
  readonly lifecycle?: KindLifecycle;
  readonly schema: StructSchema<T>;
}

export interface KindOptions<F extends FieldSpecs> {
  readonly group: Name;
  readonly version: string;
  readonly kind: string;
  /** The struct's package, where it is not the group's own name: `core`. */
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
  /** Default: the version stays. */
  readonly lifecycle?: KindLifecycle;
  readonly doc: string;
  /** What follows kind, apiVersion and metadata. */
  readonly fields: F;
}

/** The TypeScript type of a kind's objects. */
export type ObjectOf<F> = FieldsOf<F> & { kind: string; apiVersion: string; metadata: ObjectMeta };

/** How a struct that is sent on its own names its type. In protobuf the envelope carries it. */
export const typeMetaFields = {
  kind: optional(text, 0, "The kind of the object, in CamelCase. Cannot be changed."),
  apiVersion: optional(text, 0, "The group and version of the schema that the object follows."),
};

/**
 * @param options.fields what follows kind, apiVersion and metadata
 * @param metadata the field `metadata`; its struct is declared in `api/`
 */
export function declareKind<F extends FieldSpecs>(
  options: KindOptions<F>,
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
