/** Client certificates of nodes, and of users that resemble nodes. */
import { issueLeaf } from "../../src/app/pki/issue.ts";
import { newKey } from "../../src/app/pki/key-pair.ts";
import { validityFor } from "../../src/app/pki/validity.ts";
import type { ClientCertificate } from "../../test/authentication/reference/client-certificates.ts";
import { sharedCredentials } from "../authentication/compared-credentials.ts";

const issued = new Map<string, Promise<ClientCertificate>>();

/** Returns the certificate of a user. It is the same for both servers. */
export function certificateOf(commonName: string, organizations: readonly string[]): Promise<ClientCertificate> {
  const key = JSON.stringify([commonName, organizations]);
  let certificate = issued.get(key);
  if (!certificate) {
    certificate = issue(commonName, organizations);
    issued.set(key, certificate);
  }
  return certificate;
}

/** Returns the certificate of the agent of a node. */
export function nodeCertificate(name: string): Promise<ClientCertificate> {
  return certificateOf(`system:node:${name}`, ["system:nodes"]);
}

async function issue(commonName: string, organizations: readonly string[]): Promise<ClientCertificate> {
  const { userCa } = await sharedCredentials();
  const { key } = await newKey();
  const subject = { commonName, organizations, usage: "clientAuth", names: [] } as const;
  return { key, cert: await issueLeaf(userCa, { subject, key, validity: validityFor(Date.now(), 30) }) };
}
