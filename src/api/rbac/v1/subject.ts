import { type FieldsOf, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const subjectFields = {
  kind: required(text, 1, "Kind of the subject: User, Group or ServiceAccount."),
  apiGroup: optional(
    text,
    2,
    "API group of the subject: empty for a ServiceAccount, this group for a User or Group. These are also the defaults.",
  ),
  name: required(text, 3, "Name of the user, group or account."),
  namespace: optional(text, 4, "Namespace of a ServiceAccount. Empty for users and groups."),
};

export interface Subject extends FieldsOf<typeof subjectFields> {}

export const subject: StructSchema<Subject> = struct("rbac/v1.Subject", "Subject that gets a role.", subjectFields, {
  atomic: true,
});
