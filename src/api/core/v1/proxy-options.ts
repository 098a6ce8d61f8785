import { type FieldsOf, optional, text } from "../../../schema/index.ts";
import { type MessageKind, optionsKind } from "../../kind.ts";

const proxyOptionsFields = {
  path: optional(text, 1, "The path that is asked for at the other end, with its query."),
};

export interface ProxyOptions extends FieldsOf<typeof proxyOptionsFields> {}

const common = { group: "", version: "v1", package: "core", fields: proxyOptionsFields };

export const podProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "PodProxyOptions",
  doc: "Where to pass a request on to in a Pod.",
});

export const serviceProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "ServiceProxyOptions",
  doc: "Where to pass a request on to behind a Service.",
});

export const nodeProxyOptions: MessageKind<ProxyOptions> = optionsKind({
  ...common,
  kind: "NodeProxyOptions",
  doc: "Where to pass a request on to at a node's agent.",
});
