/** Why a mutation cannot be made. The failure policy decides about the request. */
export class MutationFault extends Error {
  override readonly name = "MutationFault";
}
