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
    "Name of the port for references by Services, unique in the Pod.",
  ),
  hostPort: optional(int32, 2, "Port on the node. 0 opens none. With hostNetwork it must equal containerPort."),
  containerPort: required(int32, 3, "Port number inside the Pod, from 1 to 65535."),
  protocol: optional(protocol, 4, "Transport protocol. Default: TCP.", { default: "TCP" }),
  hostIP: optional(text, 5, "Address of the node to which hostPort is bound. Empty binds all addresses."),
};

export interface ContainerPort extends FieldsOf<typeof containerPortFields> {}

export const containerPort: StructSchema<ContainerPort> = struct(
  "core/v1.ContainerPort",
  "Network port of a container.",
  containerPortFields,
);
