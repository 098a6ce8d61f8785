/** Plugins for CertificateSigningRequests: who may approve and sign them, and which subjects they may have. */
import type { CertificateSigningRequest } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { privilegedGroup } from "../../../meta/access/privileged-user.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import { certificateSigners } from "../../../meta/vocabulary.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { mayUseSigner } from "./signer-permission.ts";

type SigningRequest = DeepReadonly<CertificateSigningRequest>;

/** The CertificateApproval plugin: approvers need the permission `approve` on the signer. */
export function certificateApproval(services: PluginServices): AdmissionPlugin {
  return {
    validate: async (request) => await requireSigner(request, services, "approve"),
  };
}

/** The CertificateSigning plugin: signers need the permission `sign` on the signer's name. */
export function certificateSigning(services: PluginServices): AdmissionPlugin {
  return {
    validate: async (request) => {
      const { status } = request.object as SigningRequest;
      const { status: old } = request.oldObject as SigningRequest;
      const isUnchanged =
        (status?.certificate ?? "") === (old?.certificate ?? "") &&
        equalJson(status?.conditions ?? [], old?.conditions ?? []);
      if (!isUnchanged) await requireSigner(request, services, "sign");
    },
  };
}

async function requireSigner(
  request: AdmissionRequest,
  services: PluginServices,
  verb: "approve" | "sign",
): Promise<void> {
  // The stored request counts, because a write could change the name.
  const { signerName } = (request.oldObject as SigningRequest).spec;
  if (await mayUseSigner(services, request, { verb, signerName })) return;
  throw rejectedRequest(request, `user not permitted to ${verb} requests with signerName ${goQuote(signerName)}`);
}

/** The CertificateSubjectRestriction plugin: no client certificate makes its owner a member of `system:masters`. */
export function certificateSubjectRestriction({ requestedGroups, vocabulary }: PluginServices): AdmissionPlugin {
  const signer = vocabulary.bind(certificateSigners.clients);
  return {
    validate: async (request) => {
      const { signerName, request: encoded } = (request.object as SigningRequest).spec;
      if (signerName !== signer) return;
      if (!groupsIn(encoded, request, requestedGroups).includes(privilegedGroup)) return;
      throw rejectedRequest(request, `use of ${signer} signer with ${privilegedGroup} group is not allowed`);
    },
  };
}

function groupsIn(
  encoded: string,
  request: AdmissionRequest,
  requestedGroups: PluginServices["requestedGroups"],
): readonly string[] {
  try {
    return requestedGroups(Buffer.from(encoded, "base64").toString("latin1"));
  } catch (error) {
    if (error instanceof ParseError) throw rejectedRequest(request, `failed to parse CSR: ${error.message}`);
    throw error;
  }
}
