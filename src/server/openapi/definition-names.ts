/** How documents name the definitions of types. */
import {
  aggregatorDefinition,
  apiDefinition,
  extensionsDefinition,
  machineryDefinition,
  type NameToken,
  type Vocabulary,
} from "../../meta/vocabulary.ts";

/** `apps/v1.Deployment`: package, version and type of an API type. */
const apiTypeName = /^[a-z]+\/v\d+((alpha|beta)\d+)?\./;

/** Packages whose types lie elsewhere than those of the API. */
const otherPackages: Readonly<Record<string, (stem: string) => NameToken>> = {
  meta: machineryDefinition,
  apiextensions: extensionsDefinition,
  apiregistration: aggregatorDefinition,
};

/** @param typeName of a struct or well-known type: `core/v1.Pod`, `meta/v1.Time`, `runtime.RawExtension` */
export function definitionName(typeName: string, vocabulary: Vocabulary): string {
  const stem = typeName.replace("/", ".");
  const elsewhere = otherPackages[typeName.slice(0, typeName.indexOf("/"))];
  if (elsewhere) return vocabulary.bind(elsewhere(stem));
  if (apiTypeName.test(typeName)) return vocabulary.bind(apiDefinition(stem));
  return machineryPackages(vocabulary) + stem;
}

/** Where the machinery's types lie that belong to no version: `io.k8s.apimachinery.pkg.`. */
function machineryPackages(vocabulary: Vocabulary): string {
  return vocabulary.bind(machineryDefinition("")).replace(/apis\.$/, "");
}
