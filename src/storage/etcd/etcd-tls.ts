import type { GrpcConnectionOptions } from "../../grpc/index.ts";

/** Certificates in PEM for members that are reached over https. */
export type EtcdTls = Pick<GrpcConnectionOptions, "ca" | "certificate" | "key">;
