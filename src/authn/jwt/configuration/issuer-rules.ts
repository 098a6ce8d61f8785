/** Rules about the issuer of an authenticator. */
import { X509Certificate } from "node:crypto";
import { duplicateField, type FieldError, invalidField, requiredField } from "../../../meta/field-error.ts";
import { goUrlFault, splitGoUrl } from "../../../meta/go-url.ts";
import { certificateBlocks } from "../../certificates/certificate-pool.ts";
import type { IssuerConfiguration } from "./schema.ts";

/** The only policy for several audiences. */
const matchAny = "MatchAny";

/** Returns the faults of an issuer. */
export function issuerFaults(path: string, issuer: IssuerConfiguration): FieldError[] {
  return [
    ...(issuer.url === "" ? [requiredField(`${path}.url`, "URL is required")] : urlFaults(`${path}.url`, issuer.url)),
    ...discoveryFaults(`${path}.discoveryURL`, issuer),
    ...audienceFaults(path, issuer),
    ...authorityFaults(`${path}.certificateAuthority`, issuer.certificateAuthority),
  ];
}

function discoveryFaults(path: string, { url, discoveryURL = "" }: IssuerConfiguration): FieldError[] {
  if (discoveryURL === "") return [];
  const isSame = url !== "" && withoutSlashes(url) === withoutSlashes(discoveryURL);
  return [
    ...(isSame ? [invalidField(path, discoveryURL, "discoveryURL must be different from URL")] : []),
    ...urlFaults(path, discoveryURL),
  ];
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}

function urlFaults(path: string, url: string): FieldError[] {
  const fault = goUrlFault(url);
  if (fault !== undefined) return [invalidField(path, url, fault)];
  const { scheme, user, query, fragment } = splitGoUrl(url);
  const rules: readonly (readonly [isBroken: boolean, rule: string])[] = [
    [scheme !== "https", "URL scheme must be https"],
    [user !== undefined, "URL must not contain a username or password"],
    [query !== "", "URL must not contain a query"],
    [fragment !== "", "URL must not contain a fragment"],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => invalidField(path, url, rule));
}

function audienceFaults(path: string, { audiences, audienceMatchPolicy = "" }: IssuerConfiguration): FieldError[] {
  const listPath = `${path}.audiences`;
  if (!audiences || audiences.length === 0) return [requiredField(listPath, `at least one ${listPath} is required`)];
  const faults = audiences.flatMap((audience, index) => [
    ...(audience === "" ? [requiredField(`${listPath}[${index}]`, "audience can't be empty")] : []),
    ...(audiences.indexOf(audience) < index ? [duplicateField(`${listPath}[${index}]`, audience)] : []),
  ]);
  const isSingle = audiences.length === 1;
  if (audienceMatchPolicy === matchAny || (isSingle && audienceMatchPolicy === "")) return faults;
  const rule = isSingle
    ? "audienceMatchPolicy must be empty or MatchAny for single audience"
    : "audienceMatchPolicy must be MatchAny for multiple audiences";
  return [...faults, invalidField(`${path}.audienceMatchPolicy`, audienceMatchPolicy, rule)];
}

function authorityFaults(path: string, pem = ""): FieldError[] {
  if (pem === "") return [];
  const fault = certificatesFault(certificateBlocks(pem));
  return fault === undefined ? [] : [invalidField(path, "<omitted>", fault)];
}

function certificatesFault(blocks: readonly string[]): string | undefined {
  if (blocks.length === 0) return "data does not contain any valid RSA or ECDSA certificates";
  return blocks.every(isCertificate) ? undefined : "x509: malformed certificate";
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
