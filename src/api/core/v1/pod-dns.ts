import {
  type FieldsOf,
  formattedText,
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const podDNSConfigOptionFields = {
  name: optional(text, 1, "Name of the option."),
  value: pointer(text, 2, "Value of the option, if it has one."),
};

export interface PodDNSConfigOption extends FieldsOf<typeof podDNSConfigOptionFields> {}

export const podDNSConfigOption: StructSchema<PodDNSConfigOption> = struct(
  "core/v1.PodDNSConfigOption",
  "Option of the DNS resolver.",
  podDNSConfigOptionFields,
);

const podDNSConfigFields = {
  nameservers: optional(
    list(formattedText({ format: "ip" }), { type: "atomic" }),
    1,
    "Addresses of name servers, at most 3 in all.",
  ),
  searches: optional(list(text, { type: "atomic" }), 2, "Search domains for short names, at most 32 in all."),
  options: optional(
    list(podDNSConfigOption, { type: "atomic" }),
    3,
    "Options of the DNS resolver. They replace default options of the same name.",
  ),
};

export interface PodDNSConfig extends FieldsOf<typeof podDNSConfigFields> {}

export const podDNSConfig: StructSchema<PodDNSConfig> = struct(
  "core/v1.PodDNSConfig",
  "Name servers, search domains and options of a DNS resolver.",
  podDNSConfigFields,
);

const hostAliasFields = {
  ip: required(text, 1, "The address."),
  hostnames: optional(
    list(formattedText({ format: "dns1123Subdomain" }), { type: "atomic" }),
    2,
    "Host names of the address.",
  ),
};

export interface HostAlias extends FieldsOf<typeof hostAliasFields> {}

export const hostAlias: StructSchema<HostAlias> = struct(
  "core/v1.HostAlias",
  "Additional line of a Pod's hosts file.",
  hostAliasFields,
);
