/** Permissions on signers of certificates. */
import { group } from "../../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";

const certificates = group("certificates");

/**
 * Whether the user of a request may do something with a signer: by a permission on its name, or on all names of its domain, as
 * in `example.com/*`.
 */
export async function mayUseSigner(
  { authorize, vocabulary }: Pick<PluginServices, "authorize" | "vocabulary">,
  { user }: Pick<AdmissionRequest, "user">,
  { verb, signerName }: { readonly verb: "approve" | "attest" | "sign"; readonly signerName: string },
): Promise<boolean> {
  const [domain = ""] = signerName.split("/");
  for (const name of [signerName, `${domain}/*`]) {
    const { decision, error } = await authorize(user, {
      isResource: true,
      verb,
      group: vocabulary.bind(certificates),
      version: "*",
      namespace: "",
      resource: "signers",
      subresource: "",
      name,
    });
    if (decision === "allow" && error === undefined) return true;
  }
  return false;
}
