import { type FieldsOf, namedText, pointer, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const userSubjectFields = {
  name: required(text, 1, "Name of the user; * stands for all users."),
};

export interface UserSubject extends FieldsOf<typeof userSubjectFields> {}

export const userSubject: StructSchema<UserSubject> = struct(
  "flowcontrol/v1.UserSubject",
  "Names a user.",
  userSubjectFields,
);

const groupSubjectFields = {
  name: required(text, 1, "Name of the group; * stands for all groups."),
};

export interface GroupSubject extends FieldsOf<typeof groupSubjectFields> {}

export const groupSubject: StructSchema<GroupSubject> = struct(
  "flowcontrol/v1.GroupSubject",
  "Names a group of users.",
  groupSubjectFields,
);

const serviceAccountSubjectFields = {
  namespace: required(text, 1, "Namespace of the account."),
  name: required(text, 2, "Name of the account; * stands for all accounts of the namespace."),
};

export interface ServiceAccountSubject extends FieldsOf<typeof serviceAccountSubjectFields> {}

export const serviceAccountSubject: StructSchema<ServiceAccountSubject> = struct(
  "flowcontrol/v1.ServiceAccountSubject",
  "Names a service account.",
  serviceAccountSubjectFields,
);

const subjectFields = {
  kind: required(namedText("v1.SubjectKind"), 1, "Which of the other fields says who: User, Group or ServiceAccount."),
  user: pointer(userSubject, 2, "The user, for the kind User."),
  group: pointer(groupSubject, 3, "The group, for the kind Group."),
  serviceAccount: pointer(serviceAccountSubject, 4, "The account, for the kind ServiceAccount."),
};

export interface Subject extends FieldsOf<typeof subjectFields> {}

export const subject: StructSchema<Subject> = struct("flowcontrol/v1.Subject", "Who makes a request.", subjectFields, {
  alternatives: {
    discriminator: "kind",
    fields: { group: "Group", serviceAccount: "ServiceAccount", user: "User" },
  },
});
