import { type FieldsOf, list, map, optional, type StructSchema, struct, text } from "../../../schema/index.ts";

const userInfoFields = {
  username: optional(text, 1, "The name by which rules know the user."),
  uid: optional(text, 2, "Tells users apart who had the same name at different times."),
  groups: optional(list(text, { type: "atomic" }), 3, "The groups that the user belongs to."),
  extra: optional(map(list(text, { typeName: "v1.ExtraValue" })), 4, "What else the authenticator knows."),
};

export interface UserInfo extends FieldsOf<typeof userInfoFields> {}

export const userInfo: StructSchema<UserInfo> = struct("authentication/v1.UserInfo", "Who a user is.", userInfoFields);
