import { type FieldsOf, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const roleRefFields = {
  apiGroup: required(text, 1, "API group of the role. Default: this group."),
  kind: required(text, 2, "Role or ClusterRole."),
  name: required(text, 3, "Name of the role."),
};

export interface RoleRef extends FieldsOf<typeof roleRefFields> {}

export const roleRef: StructSchema<RoleRef> = struct("rbac/v1.RoleRef", "Reference to a role.", roleRefFields, {
  atomic: true,
});
