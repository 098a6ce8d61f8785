import {
  enumText,
  type FieldSpec,
  type FieldsOf,
  field,
  int64,
  intOrString,
  list,
  optional,
  required,
  type StructSchema,
  struct,
  type TextSchema,
  text,
} from "../../../schema/index.ts";
import { portNumber } from "../../numbers.ts";

const execActionFields = {
  command: optional(
    list(text, { type: "atomic" }),
    1,
    "Command with its arguments. It runs without a shell, in the root of the file system.",
    { nonEmpty: true },
  ),
};

export interface ExecAction extends FieldsOf<typeof execActionFields> {}

export const execAction: StructSchema<ExecAction> = struct(
  "core/v1.ExecAction",
  "Runs a command in the container; exit code 0 means success.",
  execActionFields,
);

const httpHeaderFields = {
  name: required(text, 1, "Name of the header."),
  value: required(text, 2, "Value of the header."),
};

export interface HTTPHeader extends FieldsOf<typeof httpHeaderFields> {}

export const httpHeader: StructSchema<HTTPHeader> = struct(
  "core/v1.HTTPHeader",
  "A header of an HTTP request.",
  httpHeaderFields,
);

const httpGetActionFields = {
  path: optional(text, 1, "Path of the request. Default: /.", { default: "/" }),
  port: required(intOrString, 2, "Port number or port name of the container."),
  host: optional(
    text,
    3,
    "Host to connect to. Default: the Pod's address. For virtual hosts, set the Host header instead.",
  ),
  scheme: optional(enumText("v1.URIScheme", ["HTTP", "HTTPS"]), 4, "Scheme of the connection. Default: HTTP.", {
    default: "HTTP",
  }),
  httpHeaders: optional(list(httpHeader, { type: "atomic" }), 5, "Headers to send. A name may occur several times."),
};

export interface HTTPGetAction extends FieldsOf<typeof httpGetActionFields> {}

export const httpGetAction: StructSchema<HTTPGetAction> = struct(
  "core/v1.HTTPGetAction",
  "Sends an HTTP GET request; a status from 200 to 399 means success.",
  httpGetActionFields,
);

const tcpSocketActionFields = {
  port: required(intOrString, 1, "Port number or port name of the container."),
  host: optional(text, 2, "Host to connect to. Default: the Pod's address."),
};

export interface TCPSocketAction extends FieldsOf<typeof tcpSocketActionFields> {}

export const tcpSocketAction: StructSchema<TCPSocketAction> = struct(
  "core/v1.TCPSocketAction",
  "Opens a TCP connection. An open connection means success.",
  tcpSocketActionFields,
);

const grpcService: FieldSpec<TextSchema, false> = {
  ...field(
    text,
    { presence: "nullable", required: false },
    2,
    "Service name in the health check request. The server defines its meaning.",
  ),
  default: "",
  publishesDefault: true,
};

const grpcActionFields = {
  port: required(portNumber, 1, "Port number of the gRPC server, from 1 to 65535."),
  service: grpcService,
};

export interface GRPCAction extends FieldsOf<typeof grpcActionFields> {}

export const grpcAction: StructSchema<GRPCAction> = struct(
  "core/v1.GRPCAction",
  "Calls the gRPC health checking service.",
  grpcActionFields,
);

const sleepActionFields = {
  seconds: required(int64, 1, "Number of seconds to wait."),
};

export interface SleepAction extends FieldsOf<typeof sleepActionFields> {}

export const sleepAction: StructSchema<SleepAction> = struct(
  "core/v1.SleepAction",
  "Pause of some seconds.",
  sleepActionFields,
);
