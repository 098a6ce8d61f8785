/** Asks a server who a client is. */
import type { WireClient, WireRequest } from "./wire-client.ts";

/** The user whom the server recognizes, or the status of another response. */
export type ReviewedUser =
  | { readonly username: string; readonly uid?: string; readonly groups: readonly string[]; readonly extra?: object }
  | number;

/**
 * Returns the user of a client's SelfSubjectReview. The user must be in `system:authenticated`, because others may not send one.
 * @returns the status if it is not 201
 */
export async function recognizedUser(
  client: WireClient,
  headers: NonNullable<WireRequest["headers"]> = {},
): Promise<ReviewedUser> {
  const path = "/apis/authentication.orch.io/v1/selfsubjectreviews";
  const { status, json } = await client.request(path, { body: {}, headers });
  return status === 201 ? json.status.userInfo : status;
}
