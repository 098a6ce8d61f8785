import { type FieldsOf, inline, optional, type StructSchema, struct, text } from "../../../schema/index.ts";
import { containerFields } from "./container.ts";

const ephemeralContainerFields = {
  ...inline(1, containerFields),
  targetContainerName: optional(
    text,
    2,
    "Container of the Pod whose namespaces the ephemeral container uses. Empty means those of the Pod.",
  ),
};

export interface EphemeralContainer extends FieldsOf<typeof ephemeralContainerFields> {}

export const ephemeralContainer: StructSchema<EphemeralContainer> = struct(
  "core/v1.EphemeralContainer",
  "Container that is added to a running Pod, usually for debugging. It is never restarted and has no resources.",
  ephemeralContainerFields,
);
