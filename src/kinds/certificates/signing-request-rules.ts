/** Rules of CertificateSigningRequests. Some problems are allowed if the stored request already has them. */

import { keyUsages } from "../../api/certificates/v1/key-usage.ts";
import type { CertificateSigningRequest } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import {
  duplicateField,
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../meta/field-error.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { label } from "../../meta/vocabulary.ts";
import { type HookContext, type ValidationContext } from "../../schema/index.ts";
import { goBytes } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, collect, reportFieldFormat } from "../reporting.ts";
import { issuedFault } from "./certificate-text.ts";
import { reportConditions } from "./decision-rules.ts";
import { checkSigningRequest } from "./signing-request.ts";

/**
 * Returns the errors of a request.
 * @param old undefined on create
 */
export function requestErrors(
  request: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest> | undefined,
  { vocabulary }: Pick<HookContext, "vocabulary">,
): FieldError[] {
  const legacySigner = vocabulary.bind(label("legacy-unknown"));
  return collect((context) => {
    reportRequest(request.spec.request, context);
    reportUsages(request.spec.usages ?? [], old?.spec.usages ?? [], context);
    reportSigner(request, { isOld: old?.spec.signerName === legacySigner, legacySigner, context });
    reportLifetime(request, context);
    reportConditions(request.status?.conditions ?? [], old?.status?.conditions ?? [], context);
    reportCertificate(request.status?.certificate ?? "", old?.status?.certificate ?? "", context);
  });
}

function reportRequest(base64: string, context: ValidationContext): void {
  const bytes = Buffer.from(base64, "base64");
  try {
    checkSigningRequest(bytes.toString("latin1"));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.report(invalidField("spec.request", goBytes(bytes), error.message));
  }
}

function reportUsages(usages: readonly string[], old: readonly string[], context: ValidationContext): void {
  const isUnknown = (usage: string): boolean => !keyUsages.includes(usage);
  const path = (index: number): string => `spec.usages[${index}]`;
  if (usages.length === 0) context.report(requiredField("spec.usages"));
  if (!old.some(isUnknown)) {
    usages.forEach((usage, index) => {
      if (isUnknown(usage)) context.report(notSupportedField(path(index), usage, keyUsages));
    });
  }
  if (repeatIndexes(old).size > 0) return;
  for (const index of repeatIndexes(usages)) context.report(duplicateField(path(index), usages[index]));
}

interface Signer {
  readonly isOld: boolean;
  readonly legacySigner: string;
  readonly context: ValidationContext;
}

function reportSigner({ spec }: CertificateSigningRequest, { isOld, legacySigner, context }: Signer): void {
  if (spec.signerName !== legacySigner || isOld) {
    reportFieldFormat(context, "spec.signerName", "signerName", spec.signerName);
    return;
  }
  const why = "the legacy signerName is not allowed via this API version";
  context.report(invalidField(at(context, "spec.signerName"), spec.signerName, why));
}

const lifetimeMin = 600;

function reportLifetime(
  { spec: { expirationSeconds: seconds } }: CertificateSigningRequest,
  context: ValidationContext,
) {
  if (seconds === undefined || seconds >= lifetimeMin) return;
  const why = "may not specify a duration less than 600 seconds (10 minutes)";
  context.report(invalidField("spec.expirationSeconds", seconds, why));
}

function reportCertificate(certificate: string, old: string, context: ValidationContext): void {
  if (certificate === old || textFault(old) !== undefined) return;
  const fault = textFault(certificate);
  if (fault !== undefined) context.report(invalidField("status.certificate", "<certificate data>", fault));
}

function textFault(base64: string): string | undefined {
  return base64 === "" ? undefined : issuedFault(Buffer.from(base64, "base64").toString("latin1"));
}
