/** Default ClusterRoles for requests of certificates. */
import { certificateSigners, type NameToken, type Vocabulary } from "../../../meta/vocabulary.ts";
import * as groups from "./api-groups.ts";
import { allow, type DefaultRole } from "./role-table.ts";

const { clients, nodeClients, nodeServers, legacy } = certificateSigners;

/** Returns the roles of those who request and approve certificates. Their names contain an API group. */
export function certificateRoles(vocabulary: Vocabulary): readonly DefaultRole[] {
  const prefix = `system:${vocabulary.bind(groups.certificates)}`;
  const requester = (subresource: string): DefaultRole => ({
    name: `${prefix}:certificatesigningrequests:${subresource}`,
    rules: [allow(groups.certificates, `certificatesigningrequests/${subresource}`, "create")],
  });
  const approver = (signer: NameToken): DefaultRole => ({
    name: `${prefix}:${signer.stem}-approver`,
    rules: [allow(groups.certificates, "signers", "approve", [signer])],
  });
  return [
    requester("nodeclient"),
    requester("selfnodeclient"),
    ...[clients, nodeClients, nodeServers, legacy].map(approver),
  ];
}
