/**
 * The types of the API and the kinds that declare them. Programs import them from `orch/api`.
 *
 * Each kind is exported as data, under the name of its type: `deployment` declares `Deployment`.
 */

export type { ApiObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../meta/object-meta.ts";
export type { KindDeclaration, KindNames, StructSchema, ValueRule } from "../schema/index.ts";
export * from "./admissionregistration/index.ts";
export * from "./apiextensions/index.ts";
export * from "./apiregistration/index.ts";
export * from "./apps/index.ts";
export * from "./authentication/index.ts";
export * from "./authorization/index.ts";
export * from "./autoscaling/index.ts";
export * from "./batch/index.ts";
export { builtinKinds } from "./builtin.ts";
export * from "./certificates/index.ts";
export * from "./coordination/index.ts";
export * from "./core/index.ts";
export * from "./custom-types/index.ts";
export * from "./discovery/index.ts";
export * from "./events/index.ts";
export * from "./flowcontrol/index.ts";
export * from "./internal/index.ts";
export type { MessageKind } from "./kind.ts";
export type { Condition } from "./meta/v1/condition.ts";
export type { DeleteOptions, Preconditions } from "./meta/v1/delete-options.ts";
export type { FieldSelectorRequirement } from "./meta/v1/field-selector-requirement.ts";
export type { LabelSelector, LabelSelectorRequirement } from "./meta/v1/label-selector.ts";
export type { ListMeta } from "./meta/v1/list-meta.ts";
export type { Status, StatusCause, StatusDetails } from "./meta/v1/status.ts";
export * from "./networking/index.ts";
export * from "./node/index.ts";
export * from "./policy/index.ts";
export * from "./rbac/index.ts";
export * from "./resource/index.ts";
export * from "./scheduling/index.ts";
export * from "./storage/index.ts";
export * from "./storagemigration/index.ts";
