/** Annotations that name the class of an object, or mark a class as the default of the cluster. */
import { label, subLabel } from "../meta/vocabulary.ts";

/** Deprecated annotation of a claim with its storage class. It takes precedence over the field. */
export const storageClassAnnotation = subLabel("volume.beta/storage-class");
/** Annotations with the value `true` of the default StorageClass. */
export const defaultStorageClassMarks = [
  subLabel("storageclass/is-default-class"),
  subLabel("storageclass.beta/is-default-class"),
];
/** Deprecated annotation of an Ingress with its class. */
export const ingressClassAnnotation = label("ingress.class");
