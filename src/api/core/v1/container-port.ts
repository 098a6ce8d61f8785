import {
  type FieldsOf,
  formattedText,
  int32,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { protocol } from "./protocol.ts";

const containerPortFields = {
  name: optional(
    formattedText({ format: "portName" }),
    1,
    "Name by which Services can refer to the port; unique in the Pod.",
  ),
  hostPort: optional(int32, 2, "The same port on the node. 0 opens none; with hostNetwork it equals containerPort."),
  containerPort: required(int32, 3, "Port number inside the Pod, from 1 to 65535."),
  protocol: optional(protocol, 4, "Transport protocol. Default: TCP.", { default: "TCP" }),
  hostIP: optional(text, 5, "Address of the node to which hostPort is bound; empty binds all."),
};

export interface ContainerPort extends FieldsOf<typeof containerPortFields> {}

export const containerPort: StructSchema<ContainerPort> = struct(
  "core/v1.ContainerPort",
  "A network port that a container listens on.",
  containerPortFields,
);
