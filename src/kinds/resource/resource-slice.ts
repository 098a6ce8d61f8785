import type { ResourceSlice, ResourceSliceV1alpha3 } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { resourceSliceConversion } from "./resource-slice-conversion.ts";
import { sliceErrors } from "./slice-rules.ts";

const resourceSliceColumns: readonly Column<ResourceSlice>[] = [
  nameColumn,
  column("Node", "The node that has the devices.", ({ spec }) => spec.nodeName ?? ""),
  column("Driver", "The driver that offers the devices.", ({ spec }) => spec.driver),
  column("Pool", "The pool that the devices are in.", ({ spec }) => spec.pool.name),
  ageColumn,
];

/** Hooks of ResourceSlices in v1beta1. */
export const resourceSliceHooks: KindHooks<ResourceSlice> = {
  validateCreate: ({ spec }) => sliceErrors(spec, undefined),
  validateUpdate: ({ spec }, old) => sliceErrors(spec, old.spec),
  nameFormat: "dns1123Subdomain",
  columns: resourceSliceColumns,
  unsupportedFieldMessage: (field, { apiVersion, kind }) =>
    `field label not supported for ${apiVersion}, Kind=${kind}: ${field}`,
};

/** Hooks of ResourceSlices in v1alpha3: conversion to v1beta1. */
export const resourceSliceV1alpha3Hooks: KindHooks<ResourceSliceV1alpha3> = { conversion: resourceSliceConversion };
