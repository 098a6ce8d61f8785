/**
 * Declares custom types in TypeScript: the definition for a server, the names for the typed client, and the type of the objects.
 *
 *     const widget = customType({
 *       group: "shop.example.com",
 *       version: "v1",
 *       kind: "Widget",
 *       spec: { size: required(integer({ minimum: 1 })), color: optional(enumOf("red", "blue"), { default: "red" }) },
 *       status: { isReady: boolean() },
 *     });
 *     type Widget = ObjectOfType<typeof widget>;
 */
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import {
  type KindNames,
  type Scope,
  type StructSchema,
  structuralDocument,
  type ValueRule,
} from "../../schema/index.ts";
import {
  type CustomResourceDefinition,
  customResourceDefinition,
} from "../apiextensions/v1/custom-resource-definition.ts";
import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresourceScale,
} from "../apiextensions/v1/custom-resource-definition-version.ts";
import { type ObjectWith, objectOf, optional, required, type TypeMembers } from "./members.ts";

/** The members of `spec` or `status`, or their schema with rules (`objectOf`). */
export type ObjectPart = TypeMembers | StructSchema;

type PartValue<P extends ObjectPart> =
  P extends StructSchema<infer V> ? V : P extends TypeMembers ? ObjectWith<P> : never;

/** The TypeScript type of the objects of a custom type. */
export type CustomObject<S extends ObjectPart, T extends ObjectPart> = {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: PartValue<S>;
  status?: PartValue<T>;
};

/** The names and the schema of a custom type. */
export interface CustomTypeOptions<S extends ObjectPart, T extends ObjectPart> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Name in paths. Default: the kind in lower case and `s`. */
  readonly plural?: string;
  readonly shortNames?: readonly string[];
  /** Such as `all`. */
  readonly categories?: readonly string[];
  /** Default: `Namespaced`. */
  readonly scope?: Scope;
  /** Description for people. Clients see it in `explain`. */
  readonly doc?: string;
  readonly spec: S;
  /** If there is one, only the subresource `status` changes it. */
  readonly status?: T;
  /** Rules in the expression language that whole objects must satisfy. */
  readonly rules?: readonly ValueRule[];
  /** Paths of the subresource `scale`. Default: there is none. */
  readonly scale?: CustomResourceSubresourceScale;
  /** Columns of tables after the name. Default: the age. */
  readonly columns?: readonly CustomResourceColumnDefinition[];
  /** Paths of the fields that field selectors can use, such as `.spec.color`. */
  readonly selectableFields?: readonly string[];
}

/** A definition that has a name. */
export type NamedDefinition = CustomResourceDefinition & { readonly metadata: { readonly name: string } };

/** A custom type: its names for `client.api()`, and its definition. */
export interface CustomType<T> extends KindNames<T> {
  /**
   * Returns the definition, for example to write it to a file.
   * @param vocabulary names of its group and extensions. Default: `orch`
   */
  definition(vocabulary?: VocabularyName): NamedDefinition;
}

/** The TypeScript type of the objects of a type: `type Widget = ObjectOfType<typeof widget>`. */
export type ObjectOfType<K extends KindNames<unknown>> = K extends KindNames<infer T> ? T : never;

/**
 * Declares a custom type with one version.
 * @param options names and schema of the type
 * @example `const widget = customType({ group: "example.com", version: "v1", kind: "Widget", spec: { size: integer() } });`
 */
export function customType<const S extends ObjectPart, const T extends ObjectPart = never>(
  options: CustomTypeOptions<S, T>,
): CustomType<CustomObject<S, T>> {
  const { group, version, kind, plural = `${kind.toLowerCase()}s`, scope = "Namespaced" } = options;
  return {
    group,
    version,
    kind,
    plural,
    scope,
    definition: (vocabulary = "orch") => definitionOf({ ...options, plural, scope }, vocabulary),
  };
}

type CompleteOptions = CustomTypeOptions<ObjectPart, ObjectPart> &
  Required<Pick<CustomTypeOptions<ObjectPart, ObjectPart>, "plural" | "scope">>;

function definitionOf(options: CompleteOptions, vocabularyName: VocabularyName): NamedDefinition {
  const { group, version, kind, plural, scope, status, scale, columns, selectableFields } = options;
  const vocabulary = vocabularies[vocabularyName];
  const { version: definitionVersion, kind: definitionKind } = customResourceDefinition;
  const subresources = { ...(status ? { status: {} } : {}), ...(scale ? { scale } : {}) };
  return {
    apiVersion: formatGroupVersion({
      group: vocabulary.bind(customResourceDefinition.group),
      version: definitionVersion,
    }),
    kind: definitionKind,
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: {
        kind,
        plural,
        ...(options.shortNames ? { shortNames: [...options.shortNames] } : {}),
        ...(options.categories ? { categories: [...options.categories] } : {}),
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: structuralDocument(schemaOf(options), vocabulary) },
          ...(Object.keys(subresources).length > 0 ? { subresources } : {}),
          ...(columns ? { additionalPrinterColumns: [...columns] } : {}),
          ...(selectableFields ? { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) } : {}),
        },
      ],
    },
  };
}

function schemaOf({ doc = "", spec, status, rules }: CompleteOptions): StructSchema {
  const members = { spec: required(structOf(spec)), ...(status ? { status: optional(structOf(status)) } : {}) };
  return { ...objectOf(members, rules ? { rules } : {}), doc };
}

function structOf(part: ObjectPart): StructSchema {
  return isStruct(part) ? part : objectOf(part);
}

function isStruct(part: ObjectPart): part is StructSchema {
  return part["node"] === "struct";
}
