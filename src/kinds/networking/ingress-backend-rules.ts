import { type IngressBackend, ingressBackend } from "../../api/networking/v1/ingress-backend.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportFormat, reportRequiredFormat, within } from "../reporting.ts";

/** Validation of Ingress backends: a Service with a port, or a reference to an object. */
export const ingressBackendRules: readonly RuleEntry[] = [
  rulesFor(ingressBackend, { validate: reportBackend, skipped: () => ["resource"] }),
];

/**
 * Reports an invalid backend.
 * @param context at the backend
 */
export function reportBackend({ service, resource }: IngressBackend, context: ValidationContext): void {
  const reject = (why: string): void => context.report(invalidField(context.path(), "", why));
  if (service && resource) reject("cannot set both resource and service backends");
  else if (resource) reportReference(resource, within(context, "resource"));
  else if (service) reportService(service, context);
  else reject("resource or service backend is required");
}

/** Reports an invalid Service. Errors about the port as a whole have the path of the backend. */
function reportService(service: NonNullable<IngressBackend["service"]>, context: ValidationContext): void {
  const { name = "", number = 0 } = service.port ?? {};
  reportRequiredFormat(context, "service.name", "dns1035Label", service.name);
  if (name !== "" && number !== 0) {
    context.report(invalidField(context.path(), "", "cannot set both port name & port number"));
  } else if (name !== "") reportFormat(context, "service.port.name", "portName", name);
  else if (number !== 0) reportFormat(context, "service.port.number", "portNumber", number);
  else context.report(requiredField(context.path(), "port name or number is required"));
}

interface Reference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

/**
 * Reports an invalid reference to an object of any kind.
 * @param context at the reference
 */
export function reportReference({ apiGroup, ...names }: Reference, context: ValidationContext): void {
  if (apiGroup !== undefined && apiGroup !== null) reportFormat(context, "apiGroup", "dns1123Subdomain", apiGroup);
  for (const field of ["kind", "name"] as const) {
    reportRequiredFormat(context, field, "pathSegmentName", names[field], `${field} is required`);
  }
}
