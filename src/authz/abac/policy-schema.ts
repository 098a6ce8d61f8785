/** The lines of a policy file, and the policies that they describe. */
import {
  boolean,
  type FieldsOf,
  optional,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";
import type { Policy } from "./policy.ts";

const commonFields = {
  user: optional(text, 1, "Name of the user. * stands for all authenticated users."),
  group: optional(text, 2, "Group of the user. * stands for all authenticated users."),
  readonly: optional(boolean, 3, "Whether only get, list and watch are allowed."),
  resource: optional(text, 4, "Plural name of the resource. * stands for all."),
  namespace: optional(text, 5, "Namespace. * stands for all, and for actions outside namespaces."),
};

const specFields = {
  ...commonFields,
  apiGroup: optional(text, 6, "API group. * stands for all."),
  nonResourcePath: optional(text, 7, "Path that is not a resource. * at its end matches any suffix."),
};

/** The spec of a versioned policy. */
export interface PolicySpec extends FieldsOf<typeof specFields> {}

/** A policy without version, as old files contain it. */
export interface UnversionedPolicy extends FieldsOf<typeof commonFields> {}

const spec: StructSchema<PolicySpec> = struct("abac/v1beta1.PolicySpec", "What a policy allows.", specFields);

/** Schema of a line with a version. */
export const versionedPolicy: StructSchema<{ spec?: PolicySpec }> = struct("abac/v1beta1.Policy", "A policy.", {
  ...typeMetaFields,
  spec: optional(spec, 1, "What the policy allows."),
});

/** Schema of a line without version. */
export const unversionedPolicy: StructSchema<UnversionedPolicy> = struct("abac/v0.Policy", "A policy.", {
  ...typeMetaFields,
  ...commonFields,
});

const allAuthenticated = "system:authenticated";

/** Returns the policy of a line with a version. */
export function policyOf({ spec: policySpec = {} }: { readonly spec?: PolicySpec }): Policy {
  const { readonly = false, resource = "", namespace = "", apiGroup = "", nonResourcePath = "" } = policySpec;
  return { ...subjectOf(policySpec), isReadonly: readonly, apiGroup, resource, namespace, nonResourcePath };
}

/** Returns the policy of a line without version. Values that it lacks stand for all values. */
export function policyOfUnversioned(line: UnversionedPolicy): Policy {
  const { readonly = false, resource = "", namespace = "" } = line;
  const subject = subjectOf(line);
  const hasSubject = subject.user !== "" || subject.group !== "";
  return {
    ...(hasSubject ? subject : { user: "", group: allAuthenticated }),
    isReadonly: readonly,
    apiGroup: "*",
    resource: resource || "*",
    namespace: namespace || "*",
    nonResourcePath: resource === "" && namespace === "" ? "*" : "",
  };
}

function subjectOf({ user = "", group = "" }: UnversionedPolicy): Pick<Policy, "user" | "group"> {
  return user === "*" || group === "*" ? { user: "", group: allAuthenticated } : { user, group };
}
