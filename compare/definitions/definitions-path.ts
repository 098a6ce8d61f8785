/** Path of definitions of custom types. */
export const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
