/** Rules of the subjects of a FlowSchema. The kind of a subject determines which of its fields is set. */
import { type ServiceAccountSubject, type Subject, subject } from "../../api/flowcontrol/v1/flow-schema-subject.ts";
import { forbiddenField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat, reportUnsupported, within } from "../reporting.ts";

/** Validation of the subjects in FlowSchemas. */
export const subjectRules: readonly RuleEntry[] = [rulesFor(subject, { validate: reportSubject })];

/** The field of each kind, in the order of the errors. */
const fieldsOfKinds = [
  ["ServiceAccount", "serviceAccount"],
  ["User", "user"],
  ["Group", "group"],
] as const;

const kinds = ["Group", "ServiceAccount", "User"];

function reportSubject(one: Subject, context: ValidationContext): void {
  reportUnsupported(context, "kind", one.kind, kinds);
  if (!kinds.includes(one.kind)) return;
  for (const [kind, field] of fieldsOfKinds) if (kind === one.kind) reportOwn(one, { kind, field, context });
  for (const [kind, field] of fieldsOfKinds) {
    if (kind === one.kind || one[field] === undefined) continue;
    context.report(forbiddenField(at(context, field), `${field} is forbidden when subject kind is not '${kind}'`));
  }
}

interface Own {
  readonly kind: string;
  readonly field: (typeof fieldsOfKinds)[number][1];
  readonly context: ValidationContext;
}

function reportOwn(one: Subject, { kind, field, context }: Own): void {
  const value = one[field];
  if (!value) {
    context.report(requiredField(at(context, field), `${field} is required when subject kind is '${kind}'`));
    return;
  }
  if (value.name === "") context.report(requiredField(at(context, `${field}.name`)));
  if (field === "serviceAccount") reportAccount(value as ServiceAccountSubject, within(context, field));
}

function reportAccount({ name, namespace }: ServiceAccountSubject, context: ValidationContext): void {
  if (name !== "" && name !== "*") reportFormat(context, "name", "dns1123Subdomain", name);
  if (namespace !== "") reportFormat(context, "namespace", "dns1123Label", namespace);
  else context.report(requiredField(at(context, "namespace"), "must specify namespace for service account"));
}
