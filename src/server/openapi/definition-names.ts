/** How documents name the definitions of types. */
import { apiDefinition, machineryDefinition, type Vocabulary } from "../../meta/vocabulary.ts";

/** `apps/v1.Deployment`: package, version and type of an API type. */
const apiTypeName = /^[a-z]+\/v\d+((alpha|beta)\d+)?\./;

/** @param typeName of a struct or well-known type: `core/v1.Pod`, `meta/v1.Time`, `runtime.RawExtension` */
export function definitionName(typeName: string, vocabulary: Vocabulary): string {
  const stem = typeName.replace("/", ".");
  if (typeName.startsWith("meta/")) return vocabulary.bind(machineryDefinition(stem));
  if (apiTypeName.test(typeName)) return vocabulary.bind(apiDefinition(stem));
  return machineryPackages(vocabulary) + stem;
}

/** Where the machinery's types lie that belong to no version: `io.k8s.apimachinery.pkg.`. */
function machineryPackages(vocabulary: Vocabulary): string {
  return vocabulary.bind(machineryDefinition("")).replace(/apis\.$/, "");
}
