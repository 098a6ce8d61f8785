/** Names of type definitions in OpenAPI documents. */
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

/** Types that the reference defines outside its API packages, by the first part of their name. */
const otherDefinitions: Readonly<Record<string, (stem: string) => NameToken>> = {
  meta: machineryDefinition,
  apiextensions: extensionsDefinition,
  apiregistration: aggregatorDefinition,
};

/**
 * Returns the name of a type's definition, such as `io.k8s.api.core.v1.Pod`.
 * @param typeName of a struct or well-known type: `core/v1.Pod`, `meta/v1.Time`, `runtime.RawExtension`, or
 *   `stable.example.com/v1.CronTab`, which becomes `com.example.stable.v1.CronTab`
 */
export function definitionName(typeName: string, vocabulary: Vocabulary): string {
  const packageName = typeName.slice(0, Math.max(0, typeName.indexOf("/")));
  // The package of a custom type is its group, which has a dot.
  if (packageName.includes("."))
    return [...packageName.split(".").toReversed(), typeName.slice(packageName.length + 1)].join(".");
  const stem = typeName.replace("/", ".");
  const otherDefinition = otherDefinitions[packageName];
  if (otherDefinition) return vocabulary.bind(otherDefinition(stem));
  if (apiTypeName.test(typeName)) return vocabulary.bind(apiDefinition(stem));
  return machineryPrefix(vocabulary) + stem;
}

/** Returns the prefix of machinery types without a version: `io.k8s.apimachinery.pkg.`. */
function machineryPrefix(vocabulary: Vocabulary): string {
  return vocabulary.bind(machineryDefinition("")).replace(/apis\.$/, "");
}
