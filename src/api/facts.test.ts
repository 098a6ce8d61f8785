import { describe, expect, test } from "vitest";
import {
  type Field,
  fieldOf,
  type KindDeclaration,
  type NamedType,
  type Schema,
  type StructSchema,
  type UnionSchema,
} from "../schema/index.ts";
import { builtinKinds } from "./builtin.ts";
import { declaredStructs, structsOf } from "./testing/declared-structs.ts";
import {
  type FactAlias,
  type FactField,
  type FactPackage,
  type FactStruct,
  type Facts,
  isOfReference,
  readFacts,
} from "./testing/facts.ts";

/** Returns the schemas of a kind and of the documents that clients send to its subresources. */
function schemasOf({ schema, subresources: { posted = {}, connected = {} } }: KindDeclaration): readonly Schema[] {
  const documents = Object.values(posted).map(({ document }) => document);
  const options = Object.values(connected).map((one) => one.options);
  return [schema, ...[...documents, ...options].map((one) => one.schema)];
}

const referenceStructs = structsOf(builtinKinds.filter(isOfReference).flatMap(schemasOf));
const structsOfOwnKinds = structsOf(builtinKinds.filter((kind) => !isOfReference(kind)).flatMap(schemasOf));
const structs = (await declaredStructs()).filter((one) => referenceStructs.has(one) || !structsOfOwnKinds.has(one));

const { packages } = readFacts("types");

/**
 * Feature gates of fields whose marker in the reference differs. Undefined if a hook drops more than the field. Other
 * gates are missing in the markers.
 */
const otherGates: Readonly<Record<string, string | undefined>> = {
  "core/v1.TypedObjectReference.namespace": undefined,
  "core/v1.NodeRuntimeHandlerFeatures.recursiveReadOnlyMounts": undefined,
  "core/v1.NodeRuntimeHandlerFeatures.userNamespaces": undefined,
  "core/v1.NodeStatus.runtimeHandlers": undefined,
  "storage/v1.CSIDriverSpec.storageCapacity": undefined,
  "core/v1.Container.resizePolicy": undefined,
  "core/v1.EphemeralContainerCommon.resizePolicy": undefined,
  "core/v1.Container.restartPolicy": undefined,
  "core/v1.EphemeralContainerCommon.restartPolicy": undefined,
  "core/v1.PersistentVolumeClaimSpec.dataSourceRef": "AnyVolumeDataSource",
  "discovery/v1.Endpoint.hints": "TopologyAwareHints",
  "authorization/v1.ResourceAttributes.fieldSelector": "AuthorizeWithSelectors",
  "authorization/v1.ResourceAttributes.labelSelector": "AuthorizeWithSelectors",
  "core/v1.PodSpec.hostUsers": "UserNamespacesSupport",
  "core/v1.PodAffinityTerm.matchLabelKeys": "MatchLabelKeysInPodAffinity",
  "core/v1.PodAffinityTerm.mismatchLabelKeys": "MatchLabelKeysInPodAffinity",
  "core/v1.TopologySpreadConstraint.nodeAffinityPolicy": "NodeInclusionPolicyInPodTopologySpread",
  "core/v1.TopologySpreadConstraint.nodeTaintsPolicy": "NodeInclusionPolicyInPodTopologySpread",
  "core/v1.TopologySpreadConstraint.matchLabelKeys": "MatchLabelKeysInPodTopologySpread",
  "apps/v1.RollingUpdateStatefulSetStrategy.maxUnavailable": "MaxUnavailableStatefulSet",
  "coordination/v1alpha2.LeaseCandidateSpec.strategy": undefined,
};

/** Enums that are not in the OpenAPI document of the reference. */
const unpublished: readonly string[] = ["admissionregistration/v1.ScopeType"];

/** Fields of type `types.UID`, which is outside of the recorded packages. */
const uids = [
  "apiextensions/v1.ConversionRequest.uid",
  "apiextensions/v1.ConversionResponse.uid",
  "authentication/v1.BoundObjectReference.uid",
  "core/v1.ConfigMapNodeConfigSource.uid",
  "core/v1.ObjectReference.uid",
  "meta/v1.ObjectMeta.uid",
  "meta/v1.OwnerReference.uid",
  "meta/v1.Preconditions.uid",
  "meta/v1.StatusDetails.uid",
  "resource/v1alpha3.ResourceClaimConsumerReference.uid",
  "resource/v1beta1.ResourceClaimConsumerReference.uid",
  "batch/v1.UncountedTerminatedPods.failed",
  "batch/v1.UncountedTerminatedPods.succeeded",
];

/** The name of a type, or the properties of a list, map or text. */
type TypeFacts = string | Readonly<Record<string, unknown>>;

/** A field in a form that declarations and records have in common. */
interface FieldFacts {
  readonly name: string;
  readonly type: TypeFacts;
  readonly presence: string;
  readonly required: boolean;
  readonly proto: number;
  readonly protoWithin: readonly number[] | undefined;
  readonly patchStrategy: string | undefined;
  readonly granular: boolean;
  readonly featureGate: string | undefined;
}

function declaredFacts(field: Field): FieldFacts {
  const { name, schema, presence, required, proto, protoWithin, patchStrategy, granular = false, featureGate } = field;
  const type = declaredType(schema);
  return { name, type, presence, required, proto, protoWithin, patchStrategy, granular, featureGate };
}

function declaredType(schema: Schema): TypeFacts {
  if (schema.node === "struct" || schema.node === "union") return schema.name;
  if (schema.node === "raw" && schema.type) return schema.type.name;
  if (schema.node === "map") {
    return { values: declaredType(schema.values), atomic: schema.atomic, name: schema.typeName };
  }
  if (schema.node === "text") return { text: schema.typeName, enum: schema.enum && [...schema.enum].sort() };
  if (schema.node !== "list") return "typeName" in schema ? schema.typeName : schema.node;
  return {
    items: declaredType(schema.items),
    type: schema.listType,
    keys: schema.mapKeys,
    merge: schema.merge ? (schema.merge.key ?? true) : undefined,
    retainKeys: schema.merge?.retainKeys ?? false,
    name: schema.typeName,
  };
}

describe("declared types", () => {
  /** Returns the entry of a package that has this name after the last point: `core/v1.Container`. */
  function recorded<T>(name: string, list: (one: FactPackage) => Readonly<Record<string, T>>): T {
    const point = name.lastIndexOf(".");
    const home = packages[name.slice(0, point)];
    const found = home && list(home)[name.slice(point + 1)];
    if (!found) throw new Error(`${name} is not recorded`);
    return found;
  }

  function recordedStruct(name: string): FactStruct {
    return recorded(name, (one) => one.structs);
  }

  function recordedAlias(name: string): FactAlias {
    return recorded(name, (one) => one.aliases);
  }

  function isAlias(name: string): boolean {
    return packages[name.slice(0, name.lastIndexOf("."))]?.aliases[name.slice(name.lastIndexOf(".") + 1)] !== undefined;
  }

  function recordedFields(name: string): readonly FieldFacts[] {
    return recordedStruct(name).fields.flatMap((field) => {
      if (!field.inline) return [recordedField(field, `${name}.${field.name}`)];
      const inlined = recordedFields(field.type);
      if (field.type === "meta/v1.TypeMeta") return inlined.map((one) => ({ ...one, proto: 0 }));
      return inlined.map((one) => ({ ...one, protoWithin: [field.proto?.n ?? -1, ...(one.protoWithin ?? [])] }));
    });
  }

  function recordedField(field: FactField, where: string): FieldFacts {
    const marked = typeof field.featureGate === "string" ? field.featureGate : undefined;
    return {
      name: field.name,
      type: recordedType(field, field.type, where),
      presence: field.ptr ? (field.omitempty ? "pointer" : "nullable") : field.omitempty ? "optional" : "always",
      required: field.required ?? false,
      proto: field.proto?.n ?? -1,
      protoWithin: undefined,
      // The strategy of a list is part of its type.
      patchStrategy: field.type.startsWith("list<") ? undefined : field.patchStrategy,
      granular: field.structType === "granular" || field.mapType === "granular",
      featureGate: where in otherGates ? otherGates[where] : marked,
    };
  }

  function recordedType(field: FactField, type: string, where: string): TypeFacts {
    const { as: name, ...unnamed } = field;
    const isNamed = name !== undefined && isAlias(name) && recordedAlias(name).type === type;
    const list = /^list<(.*)>$/.exec(type)?.[1];
    if (list !== undefined) {
      const strategies = field.patchStrategy?.split(",") ?? [];
      return {
        items: recordedType(isNamed ? unnamed : field, list, where),
        type: field.listType,
        keys: field.listMapKeys,
        merge: strategies.includes("merge") ? (field.patchMergeKey ?? true) : undefined,
        retainKeys: strategies.includes("retainKeys"),
        name: isNamed ? goName(name) : undefined,
      };
    }
    const values = /^map<\w+,(.*)>$/.exec(type)?.[1];
    if (values !== undefined) {
      const mapName = isNamed
        ? goName(name)
        : field.asKey && `map[${goName(field.asKey)}]${goName(name ?? goTypes[values] ?? values)}`;
      const value = isNamed ? (scalars[values] ?? values) : recordedType(field, values, where);
      return { values: value, atomic: field.mapType === "atomic", name: mapName };
    }
    // A named struct has a separate declaration.
    if (type !== "string") return scalars[type] ?? name ?? type;
    if (uids.includes(where)) return { text: "types.UID", enum: undefined };
    if (name === undefined) return { text: "string", enum: undefined };
    if (unpublished.includes(name)) return { text: goName(name), enum: undefined };
    const { closedEnum, values: allowed } = recordedAlias(name);
    return { text: goName(name), enum: closedEnum ? [...(allowed ?? [])].sort() : undefined };
  }

  const scalars: Readonly<Record<string, string>> = {
    bool: "bool",
    bytes: "bytes",
    int32: "int32",
    int64: "int64",
    float64: "float64",
    Time: "time",
    MicroTime: "microTime",
    Duration: "duration",
    Quantity: "quantity",
    IntOrString: "intOrString",
    FieldsV1: "raw",
    RawExtension: "raw",
  };

  /** Go names of types whose recorded name differs. */
  const goTypes: Readonly<Record<string, string>> = { Quantity: "resource.Quantity" };

  function goName(name = ""): string {
    return name.slice(name.indexOf("/") + 1);
  }

  test("every struct has the recorded fields in the recorded order", () => {
    for (const { name, fields, atomic } of structs) {
      expect.soft(fields.map(declaredFacts), name).toEqual(recordedFields(name));
      expect.soft(atomic, name).toBe(recordedStruct(name).markers?.structType === "atomic");
    }
  });

  test("every union has the recorded forms", () => {
    const unions = structs.flatMap(namedTypes).filter((type) => "node" in type);
    expect(unions.length).toBeGreaterThan(2);
    for (const { name, object, other } of unions) {
      const forms = [object, other].map((form) => [form.name, [declaredType(form.schema), form.proto]] as const);
      const expected = recordedStruct(name).fields.map((field) => {
        return [field.name, [recordedType(field, field.type, name), field.proto?.n]] as const;
      });
      expect.soft(Object.fromEntries(forms), name).toEqual(Object.fromEntries(expected));
    }
  });

  /** Returns the named types among the fields that are not structs. */
  function namedTypes({ fields }: StructSchema): readonly (NamedType | UnionSchema)[] {
    const namedIn = (schema: Schema): readonly (NamedType | UnionSchema)[] => {
      if (schema.node === "list") return namedIn(schema.items);
      if (schema.node === "map") return namedIn(schema.values);
      if (schema.node === "raw" && schema.type) return [schema.type];
      return schema.node === "union" ? [schema] : [];
    };
    return fields.flatMap(({ schema }) => namedIn(schema));
  }

  test("every type that a declared struct uses is declared", () => {
    const declared = new Set([...structs, ...structs.flatMap(namedTypes)].map(({ name }) => name));
    const reached = structs.flatMap((struct) => recordedStruct(struct.name).fields).flatMap(fieldTypes);
    expect(reached.filter((name) => !declared.has(name))).toEqual([]);
  });

  /**
   * Returns the named types of a field. Inlined structs are not declared: their fields are compared in the outer
   * struct.
   */
  function fieldTypes(field: FactField): readonly string[] {
    return field.inline ? [] : (field.type.match(/[\w.]+\/v\d\w*\.\w+/g) ?? []);
  }
});

const defaults = readFacts("defaults");
const { gates } = readFacts("feature-gates");

describe("declared defaults", () => {
  /** Constant defaults that hooks apply, because they do not hold for every use of the struct. */
  const leftToRules = [
    // Depends on a feature.
    "storage/v1.CSIDriverSpec.seLinuxMount",
    "core/v1.PersistentVolumeSpec.persistentVolumeReclaimPolicy",
    "core/v1.PersistentVolumeSpec.volumeMode",
    "core/v1.PodSpec.enableServiceLinks",
    "batch/v1.JobSpec.parallelism",
    "batch/v1.JobSpec.completionMode",
    "batch/v1.JobSpec.suspend",
    "batch/v1.JobSpec.manualSelector",
    "batch/v1.PodFailurePolicyOnPodConditionsPattern.status",
    "apps/v1.StatefulSetUpdateStrategy.type",
    // Derived from other fields, as the text of the record says.
    "apiextensions/v1.CustomResourceDefinitionNames.singular",
    "apiextensions/v1.CustomResourceDefinitionStatus.storedVersions",
    // Name of a group, which depends on the vocabulary.
    "rbac/v1.RoleRef.apiGroup",
  ];
  /** Defaults that change nothing, because an empty text or map is not written. */
  const withoutEffect = ["core/v1.LocalObjectReference.name", "core/v1.ConfigMap.data"];

  const gatesOn = new Set(gates.filter((gate) => gate["1.32"].default).map(({ name }) => name));

  /**
   * Whether a recorded condition is met whenever the field is unset and its struct exists, with the default state of the
   * feature gates.
   */
  function isWhenUnset(condition: string): boolean {
    const [, gate] = /^(?:\w+ set and \w+ )?(?:null|empty|0)(?:; gate (\w+))?(?: \(.*)?$/.exec(condition) ?? [
      "",
      "none",
    ];
    return gate === undefined || gatesOn.has(gate);
  }

  /** Returns the recorded constant defaults of declared fields by struct and field. */
  function recordedDefaults({ rules, markerDefaults }: Facts["defaults"]): ReadonlyMap<string, unknown> {
    const constant = Object.entries(rules).flatMap(([name, entries]) =>
      entries.flatMap(([path, value, condition]) => {
        const places = isWhenUnset(condition) ? holdersOf(name).map((holder) => placeOf(holder, path)) : [];
        return places.flatMap((place) => (place ? [[place, value] as const] : []));
      }),
    );
    const marked = markerDefaults.flatMap(([name, field, value]) => {
      const place = placeOf(name, field);
      return place ? [[place, value] as const] : [];
    });
    return new Map([...constant, ...marked].filter(([place]) => !withoutEffect.includes(place)));
  }

  /** Returns the struct and those that inline it. */
  function holdersOf(name: string): readonly string[] {
    const all = Object.entries(packages).flatMap(([home, one]) =>
      Object.entries(one.structs).map(([struct, { fields }]) => ({ struct: `${home}.${struct}`, fields })),
    );
    const holders = all.filter(({ fields }) => fields.some(({ inline, type }) => inline && type === name));
    return [name, ...holders.flatMap(({ struct }) => holdersOf(struct))];
  }

  /** Returns struct and field at a path like `spec.ports[].protocol`, or undefined if the struct is not declared. */
  function placeOf(name: string, path: string): string | undefined {
    let schema: Schema | undefined = structs.find((struct) => struct.name === name);
    let place: string | undefined;
    for (const step of path.split(".")) {
      if (schema?.node !== "struct") return undefined;
      const field: Field | undefined = fieldOf(schema, step.replaceAll("[]", ""));
      place = field && `${schema.name}.${field.name}`;
      schema = field?.schema.node === "list" ? field.schema.items : field?.schema;
    }
    return place;
  }

  test("exactly the recorded constant defaults are declared", () => {
    const recorded = recordedDefaults(defaults);
    const declared = structs.flatMap((struct) =>
      struct.fields
        .filter((field) => field.default !== undefined)
        .map((field) => [`${struct.name}.${field.name}`, field.default] as const),
    );
    const expected = [...recorded].filter(([place]) => !leftToRules.includes(place));
    // Ephemeral containers share the declaration and the defaults of other containers.
    const shared = declared.filter(([place]) => !place.startsWith("core/v1.EphemeralContainer."));
    expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(expected));
    expect(leftToRules.filter((place) => !recorded.has(place))).toEqual([]);
  });
});
