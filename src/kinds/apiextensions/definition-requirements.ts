/**
 * Rules that a definition must satisfy. An update need not satisfy a rule that the stored definition violates, because definitions
 * may have been stored before the rule existed.
 */
import type { CustomResourceDefinitionSpec } from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { hasUnprunedDefaults } from "../../structural/validate/index.ts";
import { type StoredExpressions, storedExpressions } from "../custom-types/definition-rules.ts";
import { holds } from "../meta/conditions.ts";
import { hasKnownReview, hasUsableRoots } from "./conversion-rules.ts";
import type { VocabularyContext } from "./definition-approval.ts";
import { hasDefault, itemSchema, someSchema } from "./schemas/inner-schemas.ts";
import { listKeyErrors } from "./schemas/list-key-rules.ts";
import { patternFault } from "./schemas/pattern-fault.ts";
import { extensionsOf, type SchemaKeys, type SchemaProps, schemaKeys } from "./schemas/schema-extensions.ts";
import { SchemaPath } from "./schemas/schema-path.ts";
import { allRequirements, hasKnownType, nonAtomicItem, type SchemaRequirements } from "./schemas/schema-rules.ts";
import { StructuralConversion } from "./schemas/structural-conversion.ts";
import { structuralErrors } from "./schemas/structural-rules.ts";
import { schemaOfVersion, schemasOf, versionsOf } from "./shared-parts.ts";

/** Rules for one write of a definition. */
export interface DefinitionRequirements {
  /** Whether the CA bundle of the conversion webhook must be readable. */
  readonly readableRoots: boolean;
  /** Whether the conversion webhook must support a version of ConversionReview that the server can send. */
  readonly knownReviews: boolean;
  /** Whether each version needs a schema. */
  readonly schemas: boolean;
  /** Whether schemas must be structural. It is always so if fields without a schema are not kept. */
  readonly structuralSchemas: boolean;
  /** Whether defaults must have no unknown fields. */
  readonly prunedDefaults: boolean;
  readonly inSchemas: SchemaRequirements;
  /** The expressions of the stored definition. Undefined for a new one. */
  readonly stored: StoredExpressions | undefined;
  /** Returns whether the stored definition has the same schema for the version. */
  readonly isUnchanged: (version: string) => boolean;
}

/** Rules for new definitions. They are not served yet, so the CA bundle of their webhook can be added later. */
export const requirementsOfCreate: DefinitionRequirements = {
  readableRoots: false,
  knownReviews: true,
  schemas: true,
  structuralSchemas: true,
  prunedDefaults: true,
  inSchemas: allRequirements,
  stored: undefined,
  isUnchanged: () => false,
};

/** Returns the rules for an update. */
export function requirementsOfUpdate(
  { spec }: DeepReadonly<CustomResourceDefinition>,
  old: DeepReadonly<CustomResourceDefinition>,
  { vocabulary }: VocabularyContext,
): DefinitionRequirements {
  const names = schemaKeys(vocabulary);
  const schemas = schemasOf(old.spec);
  const structural = schemas.filter(structuralTest(names));
  const areStructural = structural.length === schemas.length;
  const every = (condition: (schema: SchemaProps) => boolean): boolean =>
    !schemas.some((schema) => someSchema(schema, (inner) => !condition(inner)));
  return {
    readableRoots: holds(old.status?.conditions ?? [], "Established") && hasUsableRoots(old.spec.conversion),
    knownReviews: hasKnownReview(old.spec.conversion),
    schemas: versionsOf(old.spec).every(({ schema }) => schema?.openAPIV3Schema),
    structuralSchemas: areStructural,
    prunedDefaults: !structural.some((schema) => hasUnprunedDefaults(readStructuralSchema({ ...schema }, vocabulary))),
    inSchemas: {
      knownTypes: every(hasKnownType),
      atomicSetItems: every((schema) => hasAtomicSetItems(schema, names)),
      keyValues: every((schema) => listKeyErrors(schema, names, SchemaPath.root("")).length === 0),
    },
    stored: storedExpressions(schemas, vocabulary),
    isUnchanged: (version) => isSameSchema({ spec, old: old.spec }, version),
  };
}

/** Returns a function that returns whether a schema is structural. */
function structuralTest(names: SchemaKeys): (schema: SchemaProps) => boolean {
  const conversion = new StructuralConversion(names);
  const options = { names, patternFault };
  return (schema) => conversion.fault(schema) === undefined && structuralErrors(schema, "", options).length === 0;
}

function hasAtomicSetItems(schema: SchemaProps, names: SchemaKeys): boolean {
  const item = itemSchema(schema);
  return !item || extensionsOf(schema, names).listType !== "set" || nonAtomicItem(item, names) === undefined;
}

interface ChangedSpec {
  readonly spec: DeepReadonly<CustomResourceDefinitionSpec>;
  readonly old: DeepReadonly<CustomResourceDefinitionSpec>;
}

/** Schemas that all versions share are compared even if the stored definition does not have the version. */
function isSameSchema({ spec, old }: ChangedSpec, version: string): boolean {
  const before = schemaOfVersion(old, version);
  return before !== undefined && equalJson(schemaOfVersion(spec, version)?.schema ?? null, before.schema ?? null);
}

/** Whether schemas must be structural in a definition, whatever the stored one has. */
export function needsStructure(spec: CustomResourceDefinitionSpec, names: SchemaKeys): boolean {
  if (!spec.preserveUnknownFields) return true;
  return schemasOf(spec).some((schema) => someSchema(schema, (inner) => hasDefault(inner) || isExtended(inner, names)));
}

/** Whether any schema of the definition has a default. */
export function hasDefaults(spec: CustomResourceDefinitionSpec): boolean {
  return schemasOf(spec).some((schema) => someSchema(schema, hasDefault));
}

function isExtended(schema: SchemaProps, names: SchemaKeys): boolean {
  const { embeddedResource, preserveUnknownFields, intOrString, ...lists } = extensionsOf(schema, names);
  const { listMapKeys = [], listType, validations = [] } = lists;
  return (
    embeddedResource === true ||
    preserveUnknownFields !== undefined ||
    intOrString === true ||
    listMapKeys.length > 0 ||
    listType !== undefined ||
    validations.length > 0
  );
}
