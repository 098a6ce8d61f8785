export { type AccountReference, accountReference, isReferenced, readAccount } from "./account-reference.ts";
