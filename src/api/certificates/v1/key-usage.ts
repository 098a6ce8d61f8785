import { openEnum, type TextSchema } from "../../../schema/index.ts";

/** What a key may be used for, in the order in which messages list it. */
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

/** Others stand in requests that are stored already. */
export const keyUsage: TextSchema = openEnum("v1.KeyUsage", keyUsages);
