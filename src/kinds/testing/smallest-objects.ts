/** As little as a client can send, by kind; of other kinds an empty object will do. */
import { authority, base64, ecRequest } from "../certificates/testing/certificates.ts";

export const smallestObjects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CertificateSigningRequest: {
    spec: { request: base64(ecRequest), signerName: "example.com/clients", usages: ["client auth"] },
  },
  ClusterTrustBundle: { spec: { trustBundle: authority } },
  CSIStorageCapacity: { storageClassName: "fast" },
  FlowSchema: { spec: { priorityLevelConfiguration: { name: "workload" } } },
  Ingress: { spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } } },
  IngressClass: { spec: { controller: "example.com/ingress" } },
  PriorityLevelConfiguration: { spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } } },
  ServiceCIDR: { spec: { cidrs: ["10.97.0.0/16"] } },
  StorageClass: { provisioner: "csi.example.com" },
  VolumeAttachment: {
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
  },
  VolumeAttributesClass: { driverName: "csi.example.com", parameters: { iops: "1" } },
};
