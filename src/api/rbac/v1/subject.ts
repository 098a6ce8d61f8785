import { type FieldsOf, optional, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const subjectFields = {
  kind: required(text, 1, "What the subject is: User, Group or ServiceAccount."),
  apiGroup: optional(
    text,
    2,
    "API group of the subject: empty for a ServiceAccount, this group for a User or Group, which is also their default.",
  ),
  name: required(text, 3, "Name of the user, group or account."),
  namespace: optional(text, 4, "Namespace of a ServiceAccount; users and groups have none."),
};

export interface Subject extends FieldsOf<typeof subjectFields> {}

export const subject: StructSchema<Subject> = struct(
  "rbac/v1.Subject",
  "Names somebody who is given a role.",
  subjectFields,
  { atomic: true },
);
