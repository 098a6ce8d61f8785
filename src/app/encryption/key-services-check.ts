/** Name of the health check of all key services. It is in its own file, because servers without encryption use it, too. */
export const keyServicesCheck = "kms-providers";
