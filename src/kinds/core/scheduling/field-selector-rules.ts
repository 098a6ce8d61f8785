/** Rules of references to fields of the Pod and to resource amounts of its containers, in variables and files. */
import type { ObjectFieldSelector, ResourceFieldSelector } from "../../../api/index.ts";
import { invalidField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

/** Location of a selector. */
export interface SelectorPlace {
  readonly context: ValidationContext;
  /** Path of the selector from the value of `context`. */
  readonly part: string;
}

/** Field paths that some version of the API supports. */
const knownFields: ReadonlySet<string> = new Set([
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.serviceAccountName",
  "spec.schedulerName",
  "status.phase",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
  "spec.host",
]);

/**
 * Reports an invalid reference to a field. Only the first error is reported.
 * @param place.allowed fields that may be referred to, in the order in which the message lists them
 */
export function reportFieldSelector(
  { apiVersion = "", fieldPath }: ObjectFieldSelector,
  { context, part, allowed }: SelectorPlace & { readonly allowed: readonly string[] },
): void {
  if (fieldPath === "") return;
  const pathOf = (): string => at(context, `${part}.fieldPath`);
  const { path, key } = splitKey(fieldPath);
  const fault = conversionFault({ apiVersion, fieldPath, path, key });
  if (fault !== undefined) {
    context.report(invalidField(pathOf(), fieldPath, `error converting fieldPath: ${fault}`));
  } else if (key !== undefined) {
    const name = path === "metadata.annotations" ? key.toLowerCase() : key;
    for (const message of checkFormat("qualifiedName", name)) {
      context.report(invalidField(at(context, part), name, message));
    }
  } else {
    const current = path === "spec.host" ? "spec.nodeName" : path;
    if (!allowed.includes(current)) context.report(notSupportedField(pathOf(), current, allowed));
  }
}

interface FieldPath {
  readonly path: string;
  /** Key in a path such as `metadata.labels['key']`. */
  readonly key: string | undefined;
}

function splitKey(fieldPath: string): FieldPath {
  const start = fieldPath.indexOf("['");
  if (start <= 0 || !fieldPath.endsWith("']") || start + 2 > fieldPath.length - 2) {
    return { path: fieldPath, key: undefined };
  }
  return { path: fieldPath.slice(0, start), key: fieldPath.slice(start + 2, -2) };
}

function conversionFault({
  apiVersion,
  fieldPath,
  path,
  key,
}: FieldPath & { readonly apiVersion: string; readonly fieldPath: string }): string | undefined {
  if (apiVersion !== "v1") return `unsupported pod version: ${apiVersion}`;
  if (key !== undefined) {
    const isMap = path === "metadata.annotations" || path === "metadata.labels";
    return isMap ? undefined : `field label does not support subscript: ${fieldPath}`;
  }
  return knownFields.has(path) ? undefined : `field label not supported: ${fieldPath}`;
}

const amounts = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

/**
 * Reports an invalid reference to a resource amount. In a volume the container must be named, because several
 * containers share the volume.
 */
export function reportResourceSelector(
  selector: ResourceFieldSelector,
  { context, part, inVolume = false }: SelectorPlace & { readonly inVolume?: boolean },
): void {
  const { containerName = "", resource } = selector;
  if (inVolume && containerName === "") {
    context.report(requiredField(at(context, `${part}.containerName`)));
  } else if (inVolume && resource === "") {
    context.report(requiredField(at(context, `${part}.resource`)));
  } else if (resource !== "" && !amounts.includes(resource) && !isHugePagesAmount(resource)) {
    context.report(notSupportedField(at(context, `${part}.resource`), resource, amounts));
  }
  reportDivisor(selector, { context, part });
}

function isHugePagesAmount(resource: string): boolean {
  return resource.startsWith("limits.hugepages-") || resource.startsWith("requests.hugepages-");
}

const cpuDivisors = ["1m", "1"];
const byteDivisors = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

/** Names of resources in messages, by the resource of the amount. */
const byteResources: Readonly<Record<string, string>> = {
  memory: "memory resource",
  "ephemeral-storage": "local ephemeral storage resource",
};

function reportDivisor({ resource, divisor = "0" }: ResourceFieldSelector, { context, part }: SelectorPlace): void {
  if (divisor === "0") return;
  const name = resource.slice(resource.indexOf(".") + 1);
  const path = (): string => at(context, `${part}.divisor`);
  if (amounts.includes(resource) && name === "cpu") {
    if (cpuDivisors.includes(divisor)) return;
    context.report(
      invalidField(path(), resource, "only divisor's values 1m and 1 are supported with the cpu resource"),
    );
    return;
  }
  const what = isHugePagesAmount(resource) ? "hugepages resource" : amounts.includes(resource) && byteResources[name];
  if (!what || byteDivisors.includes(divisor)) return;
  const why = `only divisor's values ${byteDivisors.join(", ")} are supported with the ${what}`;
  context.report(invalidField(path(), resource, why));
}
