/** Rules of the versions of a custom type. */
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
} from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import type { Steps } from "../../base/fair-turns.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { isGoPrintable } from "../../meta/go-quote.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, within } from "../reporting.ts";
import type { DefinitionSchemas } from "./definition-schemas.ts";
import { reportSelectableFields } from "./selectable-fields.ts";
import type { VersionParts } from "./shared-parts.ts";

/** Place of the parts in the definition. */
export interface PartsPlace {
  /** Path of the version, such as `versions[0]`. Empty for the parts that are equal in all versions. */
  readonly part: string;
  /** Whether the version has the subresource status. */
  readonly hasStatus: boolean;
}

interface PartsChecks {
  readonly context: ValidationContext;
  readonly schemas: DefinitionSchemas;
}

/** Reports the errors of the parts of one version, or of the parts that are equal in all versions. */
export function* reportVersionParts(
  parts: VersionParts & { readonly name: string },
  { part, hasStatus }: PartsPlace,
  { context, schemas }: PartsChecks,
): Steps<void> {
  const version = part === "" ? context : within(context, part);
  const { name, schema, subresources, additionalPrinterColumns = [], selectableFields = [] } = parts;
  const root = schema?.openAPIV3Schema;
  if (root) {
    const path = at(version, part === "" ? "validation.openAPIV3Schema" : "schema.openAPIV3Schema");
    for (const error of yield* schemas.errors(root, { path, version: name, hasStatus })) version.report(error);
  }
  if (subresources) reportScale(subresources, within(version, "subresources"));
  additionalPrinterColumns.forEach((column, index) => {
    reportColumn(column, within(version, `additionalPrinterColumns[${index}]`));
  });
  if (selectableFields.length === 0) return;
  if (!root) {
    version.report(invalidField(at(version, "selectableFields"), "", part === "" ? noSharedSchema : noSchema));
    return;
  }
  const fault = schemas.conversionFault(root);
  // The reference breaks off here without a response.
  if (fault !== undefined) version.report(invalidField(at(version, "schema.openAPIV3Schema"), "", fault));
  else reportSelectableFields(selectableFields, root, version);
}

/** Messages about a missing schema, for parts that are equal in all versions and for parts of one version. */
const noSharedSchema = "selectableFields may only be set when validations.schema is included";
const noSchema = "selectableFields may only be set when version.schema.openAPIV3Schema is not included";

const warningBytesMax = 256;

/** Reports a deprecation warning that cannot be sent as a header. */
export function reportDeprecation(
  { deprecated, deprecationWarning }: CustomResourceDefinitionVersion,
  context: ValidationContext,
): void {
  if (deprecationWarning === undefined) return;
  const reject = (why: string): void => {
    context.report(invalidField(at(context, "deprecationWarning"), deprecationWarning, why));
  };
  if (!deprecated) {
    reject("can only be set for deprecated versions");
    return;
  }
  if (Buffer.byteLength(deprecationWarning) > warningBytesMax) reject("must be <= 256 characters long");
  if (deprecationWarning === "") reject("must not be an empty string");
  let index = 0;
  for (const character of deprecationWarning) {
    if (!isGoPrintable(character)) {
      reject(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
      return;
    }
    index += Buffer.byteLength(character);
  }
}

function reportScale({ scale }: CustomResourceSubresources, context: ValidationContext): void {
  if (!scale) return;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  const report = (part: string, path: string, roots: readonly string[], why: string): void => {
    if (reportPath(context, `scale.${part}`, path) || roots.some((root) => path.startsWith(root))) return;
    context.report(invalidField(at(context, `scale.${part}`), path, why));
  };
  const demand = (part: string, path: string): void => {
    if (path === "") context.report(requiredField(at(context, `scale.${part}`)));
  };
  demand("specReplicasPath", specReplicasPath);
  if (specReplicasPath !== "") {
    report("specReplicasPath", specReplicasPath, [".spec."], "should be a json path under .spec");
  }
  demand("statusReplicasPath", statusReplicasPath);
  if (statusReplicasPath !== "") {
    report("statusReplicasPath", statusReplicasPath, [".status."], "should be a json path under .status");
  }
  if (labelSelectorPath === "") return;
  const why = "should be a json path under either .spec or .status";
  report("labelSelectorPath", labelSelectorPath, [".spec.", ".status."], why);
}

/** Reports a path that is not a simple path such as `.spec.size`. Returns whether it did. */
function reportPath(context: ValidationContext, part: string, path: string): boolean {
  const why =
    path === "" ? "must not be empty" : !path.startsWith(".") ? "must be a simple json path starting with ." : "";
  if (why !== "") context.report(invalidField(at(context, part), path, why));
  return why !== "";
}

const columnTypes: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const columnFormats: readonly string[] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

function reportColumn(column: CustomResourceColumnDefinition, context: ValidationContext): void {
  const { name, type, format = "", jsonPath } = column;
  const report = (error: FieldError): void => context.report(error);
  if (name === "") report(requiredField(at(context, "name")));
  const typeRule = `must be one of ${columnTypes.join(",")}`;
  if (type === "") report(requiredField(at(context, "type"), typeRule));
  else if (!columnTypes.includes(type)) report(invalidField(at(context, "type"), type, typeRule));
  if (format !== "" && !columnFormats.includes(format)) {
    report(invalidField(at(context, "format"), format, `must be one of ${columnFormats.join(",")}`));
  }
  if (jsonPath === "") report(requiredField(at(context, "JSONPath")));
  else reportPath(context, "JSONPath", jsonPath);
}
