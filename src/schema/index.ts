/**
 * The functions that declare types, and the code that derives decoders and validators from the declarations.
 *
 * Declarations (`types.ts`, `field.ts`, `kind.ts`) create plain data (`schema.ts`). `SchemaCompiler` turns this data
 * and the rules (`rules.ts`) into decoders and validators. No file in this folder refers to a kind by name.
 */
export type { Claim, ClaimHooks, ClaimOwner, ClaimRecords, ClaimTaker, ValueRange } from "./claims.ts";
export { type CompiledSchema, type Decoded, SchemaCompiler } from "./compiled.ts";
export type { ComputedKindHandlers, ComputedObject, HandlerContext } from "./computed-kind.ts";
export { type Conversion, type ConversionContext } from "./conversion.ts";
export { SchemaDecodeError } from "./decode-context.ts";
export { base64Fault, formatFault } from "./decode-scalar.ts";
export { type DocumentNode, plainDocument } from "./document-fault.ts";
export { equalAmounts } from "./equal-amounts.ts";
export type { ErrorOrderEntry, ErrorTypeOrder } from "./error-order.ts";
export {
  type FeatureRule,
  type FeatureRuleEntry,
  type FeatureRuleSet,
  featuresOf,
  gatesOfFields,
} from "./features.ts";
export {
  type FieldOptions,
  type FieldSpec,
  type FieldSpecs,
  type FieldsOf,
  field,
  inline,
  optional,
  pointer,
  recursiveStruct,
  required,
  requiredPointer,
  struct,
  type VocabularyFields,
  vocabularyFields,
} from "./field.ts";
export type { HookContext } from "./hook-context.ts";
export {
  allMetadata,
  allVerbs,
  type ConnectedSubresource,
  type ConnectionForm,
  type CreateCheck,
  clientMetadata,
  declareKind,
  type KindDeclaration,
  type KindDeclarationOptions,
  type KindNames,
  type KindRules,
  type Lifetime,
  type MessageKind,
  type MetadataCheck,
  type ObjectOf,
  type ObjectSubresource,
  type PostedSubresource,
  type ScaleSubresource,
  type Scope,
  type StatusSubresource,
  type Subresources,
  statusSubresource,
  typeMetaFields,
  type UpdateCheck,
  type UpdateChecks,
  type Verb,
} from "./kind.ts";
export type {
  AccessServices,
  Cell,
  CellContext,
  Column,
  FieldValue,
  KindHooks,
  MovingCell,
  PausingResult,
  PausingWrite,
  RowCondition,
  UserWrite,
  ValidWrite,
} from "./kind-hooks.ts";
export { anyNameFormat, type MetadataRules, MetadataValidation, validateMetadata } from "./metadata-rules.ts";
export type {
  ObjectAccess,
  ObjectDeletion,
  ObjectPreconditions,
  ObjectUpdate,
} from "./object-access.ts";
export { OpenApiDefinitions, type OpenApiDialect } from "./openapi.ts";
export type { OpenApiSchema, OpenApiVersion } from "./openapi-schema.ts";
export { PendingConversion, type RemoteConversion, settle } from "./remote-conversion.ts";
export {
  type RuleEntry,
  type RuleSet,
  rulesFor,
  type StructRules,
  standaloneWrite,
  type ValidatedWrite,
  type ValidationContext,
} from "./rules.ts";
export {
  type BooleanSchema,
  type BytesSchema,
  type Field,
  fieldInAnyCase,
  fieldOf,
  type IntegerSchema,
  type ListMerge,
  type ListSchema,
  type ListType,
  type MapSchema,
  memberOf,
  type NamedType,
  type NumberSchema,
  type PatchStrategy,
  type Presence,
  type Schema,
  type StructSchema,
  type StructuralKeywords,
  type StructuralMembers,
  schemaAt,
  type TextSchema,
  type UnionMember,
  type UnionSchema,
  type ValueOf,
  type ValueRule,
} from "./schema.ts";
export { cloneDecoded, copyAllSentForms, hasSentForms, isSentEmpty, withSentForms } from "./sent-forms.ts";
export { quantityPattern, structuralDocument } from "./structural-document.ts";
export type {
  ConnectedHook,
  Destination,
  PostedHook,
  PostedPreparation,
  SubresourceRequest,
} from "./subresource-hooks.ts";
export {
  anyJson,
  boolean,
  boundedInteger,
  bytes,
  duration,
  enumText,
  fieldSetObject,
  float64,
  formattedText,
  int32,
  int64,
  intOrString,
  list,
  map,
  microTime,
  namedJson,
  namedText,
  openEnum,
  quantity,
  rawObject,
  sentTime,
  text,
  time,
  typeNameOf,
  union,
} from "./types.ts";
export { VersionCopy, type VersionNames } from "./version-copy.ts";
export { compareVersions } from "./version-order.ts";
export { containedStructs, declaredStruct, structInVocabulary } from "./vocabulary-structs.ts";
