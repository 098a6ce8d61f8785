import { type FieldsOf, list, map, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

const userInfoFields = {
  username: optional(text, 1, "Name of the user, as authorization rules refer to it."),
  uid: optional(text, 2, "Identifier that differs between users with the same name at different times."),
  groups: optional(list(text, { type: "atomic" }), 3, "Groups of the user."),
  extra: optional(map(list(text, { typeName: "v1.ExtraValue" })), 4, "Further attributes from the authenticator."),
};

export interface UserInfo extends FieldsOf<typeof userInfoFields> {}

export const userInfo: StructSchema<UserInfo> = struct(
  "authentication/v1.UserInfo",
  "Attributes of a user.",
  userInfoFields,
);
