/** Prints versions as the messages of the reference show them: without the parts that are equal in all versions. */
import type { CustomResourceDefinitionVersion } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goPointer, goStructList } from "../../meta/go-struct.ts";
import { partsOf, sharedParts } from "./shared-parts.ts";

/** Returns the print of the versions of a definition. Null is an absent list. */
export function goVersions(versions: readonly CustomResourceDefinitionVersion[] | null): GoText {
  if (versions?.length === 0) return new GoText("[]apiextensions.CustomResourceDefinitionVersion{}");
  return new GoText(versionsText(versions ?? []));
}

function versionsText(versions: readonly CustomResourceDefinitionVersion[]): string {
  const shared = sharedParts(versions);
  return goStructList("apiextensions.CustomResourceDefinitionVersion", versions, (version) => {
    const { schema, subresources, additionalPrinterColumns, selectableFields } = partsOf(
      version,
      (part) => !shared.has(part),
    );
    return {
      Name: goQuote(version.name),
      Served: String(version.served),
      Storage: String(version.storage),
      Deprecated: String(version.deprecated === true),
      DeprecationWarning: goPointer("string", version.deprecationWarning !== undefined),
      Schema: goPointer("apiextensions.CustomResourceValidation", schema !== undefined),
      Subresources: goPointer("apiextensions.CustomResourceSubresources", subresources !== undefined),
      AdditionalPrinterColumns: goStructList(
        "apiextensions.CustomResourceColumnDefinition",
        additionalPrinterColumns ?? [],
        (column) => ({
          Name: goQuote(column.name),
          Type: goQuote(column.type),
          Format: goQuote(column.format ?? ""),
          Description: goQuote(column.description ?? ""),
          Priority: String(column.priority ?? 0),
          JSONPath: goQuote(column.jsonPath),
        }),
      ),
      SelectableFields: goStructList("apiextensions.SelectableField", selectableFields ?? [], ({ jsonPath }) => ({
        JSONPath: goQuote(jsonPath),
      })),
    };
  });
}
