/** The reference's rules about the list of authorizers. */
import {
  duplicateField,
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { ConfigurationContext } from "./configuration-context.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "./schema.ts";
import { webhookFaults } from "./webhook-rules.ts";

/** Types of authorizers, in the order in which messages list them. */
export const authorizerTypes = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"] as const;

/** Returns the faults of a configuration's fields. */
export function configurationFaults(
  { authorizers = [] }: AuthorizationConfiguration,
  context: ConfigurationContext,
): readonly FieldError[] {
  if (authorizers.length === 0) {
    return [requiredField("authorizers", "at least one authorization mode must be defined")];
  }
  const [types, names] = [new Set<string>(), new Set<string>()];
  return authorizers.flatMap((authorizer, index) => {
    const path = `authorizers[${index}]`;
    const { type, name } = authorizer;
    const fault = typeFault(`${path}.type`, type, types);
    if (fault) return [fault];
    types.add(type);
    const nameFault = nameFaultOf(`${path}.name`, name, names);
    names.add(name);
    return [...(nameFault ? [nameFault] : []), ...settingsFaults(path, authorizer, context)];
  });
}

function typeFault(path: string, type: string, seen: ReadonlySet<string>): FieldError | undefined {
  if (type === "") return requiredField(path);
  if (!authorizerTypes.some((one) => one === type)) return notSupportedField(path, type, authorizerTypes);
  return type !== "Webhook" && seen.has(type) ? duplicateField(path, type) : undefined;
}

function nameFaultOf(path: string, name: string, seen: ReadonlySet<string>): FieldError | undefined {
  if (name === "") return requiredField(path);
  if (seen.has(name)) return duplicateField(path, name);
  const faults = checkFormat("dns1123Subdomain", name);
  return faults.length === 0 ? undefined : invalidField(path, name, `authorizer name is invalid: ${faults.join(", ")}`);
}

function settingsFaults(
  path: string,
  { type, webhook }: AuthorizerConfiguration,
  context: ConfigurationContext,
): readonly FieldError[] {
  if (type === "Webhook") {
    return webhook
      ? webhookFaults(path, webhook, context)
      : [requiredField(`${path}.webhook`, "required when type=Webhook")];
  }
  return webhook ? [invalidField(`${path}.webhook`, "non-null", "may only be specified when type=Webhook")] : [];
}
