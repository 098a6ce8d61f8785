export { rootCaController } from "./root-ca.ts";
export { serviceAccountController } from "./service-account.ts";
