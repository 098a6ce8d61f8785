/** The types of this group, and the kinds that declare them. */
export {
  type ConversionRequest,
  type ConversionResponse,
  type ConversionReview,
  conversionReview,
} from "./v1/conversion-review.ts";
export type { CustomResourceConversion, WebhookConversion } from "./v1/custom-resource-conversion.ts";
export {
  type CustomResourceDefinition,
  type CustomResourceDefinitionCondition,
  type CustomResourceDefinitionNames,
  type CustomResourceDefinitionSpec,
  type CustomResourceDefinitionStatus,
  customResourceDefinition,
} from "./v1/custom-resource-definition.ts";
export type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  CustomResourceSubresources,
  CustomResourceValidation,
  SelectableField,
} from "./v1/custom-resource-definition-version.ts";
export type {
  JSONSchemaProps,
  JSONSchemaPropsOrArray,
  JSONSchemaPropsOrBool,
  JSONSchemaPropsOrStringArray,
} from "./v1/json-schema-props.ts";
export type { ValidationRule } from "./v1/validation-rule.ts";
