import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const userSubjectFields = {
  name: required(text, 1, "Name of the user. * matches all users."),
};

export interface UserSubject extends FieldsOf<typeof userSubjectFields> {}

export const userSubject: StructSchema<UserSubject> = struct(
  "flowcontrol/v1.UserSubject",
  "Reference to a user.",
  userSubjectFields,
);

const groupSubjectFields = {
  name: required(text, 1, "Name of the group. * matches all groups."),
};

export interface GroupSubject extends FieldsOf<typeof groupSubjectFields> {}

export const groupSubject: StructSchema<GroupSubject> = struct(
  "flowcontrol/v1.GroupSubject",
  "Reference to a group of users.",
  groupSubjectFields,
);

const serviceAccountSubjectFields = {
  namespace: required(text, 1, "Namespace of the account."),
  name: required(text, 2, "Name of the service account. * matches all service accounts of the namespace."),
};

export interface ServiceAccountSubject extends FieldsOf<typeof serviceAccountSubjectFields> {}

export const serviceAccountSubject: StructSchema<ServiceAccountSubject> = struct(
  "flowcontrol/v1.ServiceAccountSubject",
  "Reference to a service account.",
  serviceAccountSubjectFields,
);

const subjectFields = {
  kind: required(
    namedText("v1.SubjectKind"),
    1,
    "Kind of the subject: User, Group or ServiceAccount. It determines the field that is set.",
  ),
  user: pointer(userSubject, 2, "User, for the kind User."),
  group: pointer(groupSubject, 3, "Group, for the kind Group."),
  serviceAccount: pointer(serviceAccountSubject, 4, "Service account, for the kind ServiceAccount."),
};

export interface Subject extends FieldsOf<typeof subjectFields> {}

export const subject: StructSchema<Subject> = struct(
  "flowcontrol/v1.Subject",
  "Requesting user, group or service account.",
  subjectFields,
  {
    alternatives: {
      discriminator: "kind",
      fields: { group: "Group", serviceAccount: "ServiceAccount", user: "User" },
    },
  },
);
