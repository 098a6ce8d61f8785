import { openEnum, type TextSchema } from "../../../schema/index.ts";

/** Valid key usages, in the order in which messages list them. */
export const keyUsages: readonly string[] = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

/** Not a closed set, because stored requests can have other values. */
export const keyUsage: TextSchema = openEnum("v1.KeyUsage", keyUsages);
