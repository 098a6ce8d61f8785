/** Rules of a Pod's resource claims, and of their use by containers. */
import { type PodResourceClaim, podResourceClaim } from "../../../api/core/v1/pod-resource-claim.ts";
import type { ResourceClaim } from "../../../api/core/v1/resources.ts";
import type { Pod } from "../../../api/index.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  notFoundField,
  requiredField,
} from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat } from "../../reporting.ts";
import { mirrorAnnotation } from "../pod/pod-annotations.ts";

/** Rules of a Pod's resource claims. */
export const resourceClaimRules: readonly RuleEntry[] = [
  rulesFor(podResourceClaim, {
    validate: reportClaim,
    order: ["name", "", "resourceClaimName", "resourceClaimTemplateName"],
  }),
];

function reportClaim(claim: PodResourceClaim, context: ValidationContext): void {
  const { resourceClaimName, resourceClaimTemplateName } = claim;
  if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
    const why = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
    context.report(invalidField(at(context, ""), claim, why));
  }
  if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
    const why = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    context.report(invalidField(at(context, ""), claim, why));
  }
  for (const [part, name] of Object.entries({ resourceClaimName, resourceClaimTemplateName })) {
    if (name !== undefined) reportFormat(context, part, "dns1123Subdomain", name);
  }
}

/**
 * Reports claims with the same name.
 * @param context at the Pod's spec
 */
export function reportRepeatedClaims(claims: readonly PodResourceClaim[], context: ValidationContext): void {
  const names = claims.map(({ name }) => name || undefined);
  for (const index of repeatIndexes(names)) {
    context.report(duplicateField(at(context, `resourceClaims[${index}].name`), names[index] ?? ""));
  }
}

/**
 * Reports claims of static Pods, which cannot have any.
 * @param context at the Pod
 */
export function reportStaticClaims({ metadata, spec }: Pod, context: ValidationContext): void {
  if (metadata.annotations?.[context.write.vocabulary.bind(mirrorAnnotation)] === undefined) return;
  for (const _ of spec?.resourceClaims ?? []) {
    context.report(forbiddenField("[]", "static pods do not support resource claims"));
  }
}

/**
 * Reports invalid uses of claims by one container.
 * @param claims the container's references to whole claims or to single requests of claims
 * @param names of the Pod's claims
 * @param context at the container's resources
 */
export function reportClaimUses(
  claims: readonly ResourceClaim[],
  names: ReadonlySet<string>,
  context: ValidationContext,
): void {
  const used = new Set<string>();
  claims.forEach(({ name, request = "" }, index) => {
    const path = (): string => at(context, `claims[${index}]`);
    if (name === "") {
      context.report(requiredField(path()));
      return;
    }
    if (request !== "") reportFormat(context, `claims[${index}].request`, "dns1123Label", request);
    for (const repeated of overlaps(used, name, request)) context.report(duplicateField(path(), repeated));
    used.add(keyOf(name, request));
    if (!names.has(name)) context.report({ ...notFoundField(path(), name), detail: existingNamesText(names) });
  });
}

/** Returns the earlier references that overlap with this one. A whole claim overlaps with each of its requests. */
function overlaps(used: ReadonlySet<string>, name: string, request: string): readonly string[] {
  if (used.has(name)) return [name];
  const key = keyOf(name, request);
  if (used.has(key)) return [key];
  return request === "" ? [...used].filter((one) => one.startsWith(`${name}/`)).map(() => name) : [];
}

function keyOf(name: string, request: string): string {
  return request === "" ? name : `${name}/${request}`;
}

function existingNamesText(names: ReadonlySet<string>): string {
  const known = names.size === 0 ? " which is empty" : `: ${[...names].sort().join(", ")}`;
  return `must be one of the names in pod.spec.resourceClaims${known}`;
}
