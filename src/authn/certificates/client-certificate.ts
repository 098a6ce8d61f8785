/**
 * Authenticates users by client certificates. The common name is the user, and the organizations are the groups. A certificate
 * without a common name identifies no user.
 */
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { AuthenticationError } from "../authentication-error.ts";
import type { Authenticator, RecognizedUser } from "../authenticator.ts";
import { withAuthenticatedGroup } from "../user.ts";
import type { CertificateVerifier, VerifiedCertificate } from "./certificate-verifier.ts";

/** The key in a user's `extra` that identifies the credentials of the request. */
const credentialId = subLabel("authentication/credential-id");

/** Returns the method for client certificates. */
export function certificateAuthenticator(verifier: CertificateVerifier, vocabulary: Vocabulary): Authenticator {
  const idName = vocabulary.bind(credentialId);
  const identities = new WeakMap<VerifiedCertificate, RecognizedUser>();
  return ({ tls }) => {
    const verified = verifier.verify(tls);
    if (verified === undefined || verified instanceof AuthenticationError) return verified;
    if (verified.commonName === "") return undefined;
    let identity = identities.get(verified);
    if (!identity) {
      identity = identityOf(verified, idName);
      identities.set(verified, identity);
    }
    return identity;
  };
}

function identityOf({ commonName, organizations, digest }: VerifiedCertificate, idName: string): RecognizedUser {
  const extra = { [idName]: [`X509SHA256=${digest}`] };
  return { user: withAuthenticatedGroup({ name: commonName, groups: organizations, extra }) };
}
