import { type FieldsOf, optional, text } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const proxyOptionsFields = {
  path: optional(text, 1, "Path and query of the proxied request."),
};

export interface ProxyOptions extends FieldsOf<typeof proxyOptionsFields> {}

const common = { group: "", version: "v1", package: "core", fields: proxyOptionsFields };

export const podProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "PodProxyOptions",
  doc: "Options of a request that is proxied to a Pod.",
});

export const serviceProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "ServiceProxyOptions",
  doc: "Options of a request that is proxied to a Service.",
});

export const nodeProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "NodeProxyOptions",
  doc: "Options of a request that is proxied to a node's agent.",
});
