/**
 * Allocation of cluster IPs and node ports to Services. Without ServiceCIDRs, addresses come from the ranges of
 * `--service-cluster-ip-range`, and a key of the store records each allocated value. With ServiceCIDRs, addresses come
 * from the ranges of these objects, and an IPAddress object records each of them.
 */
import { ipAddress } from "../../api/networking/v1beta1/ip-address.ts";
import { type ServiceCIDR, serviceCIDR } from "../../api/networking/v1beta1/service-cidr.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { ChangeFeed } from "../../cache/index.ts";
import {
  addressSpace,
  clusterIpRange,
  multiCidrServiceAllocator,
  nodePortRange,
  rangesOfServiceCidr,
  serviceSpaces,
} from "../../kinds/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import {
  type ClaimRangeSource,
  ClaimStore,
  fixedRanges,
  type MakeCache,
  objectSpace,
  plainSpace,
  type Resource,
} from "../../registry/index.ts";
import type { KindDeclaration, ValueRange } from "../../schema/index.ts";
import type { StoredResources } from "../../server/index.ts";
import type { ServiceConfig } from "../config/service-config.ts";

/** Ranges of the values, and the parts of the cluster that store them. */
export interface ServiceValuesOptions {
  readonly config: ServiceConfig;
  readonly isEnabled: IsEnabled;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeCache?: MakeCache | undefined;
  /** Returns the resources of the cluster. Called at the first write of a Service, when they exist. */
  readonly resources: () => StoredResources;
}

/** Returns the kinds that the allocation needs. They are stored even if clients cannot see them. */
export function kindsOfServiceValues(isEnabled: IsEnabled): readonly KindDeclaration[] {
  return isEnabled(multiCidrServiceAllocator) ? [ipAddress, serviceCIDR] : [];
}

/** Returns the claims of all Services: their cluster IPs and node ports. */
export function serviceValues({ config, isEnabled, random, ...options }: ServiceValuesOptions): ClaimStore {
  const addresses = config.clusterIpRanges.map(clusterIpRange);
  const nodePorts = nodePortRange(config.nodePorts);
  const spaces = serviceSpaces.map((name) => plainSpace(name, options));
  const ranges = fixedRanges([...addresses, nodePorts]);
  if (!isEnabled(multiCidrServiceAllocator)) return new ClaimStore({ spaces, ranges, random });
  const resourceOf = (kind: KindDeclaration) => (): Resource => {
    const resource = options.resources().get(kind);
    assert(resource, `objects of kind ${kind.kind} are stored`);
    return resource;
  };
  const addressObjects = objectSpace(addressSpace, resourceOf(ipAddress));
  return new ClaimStore({
    spaces: [...spaces.filter(({ name }) => name !== addressSpace), addressObjects],
    ranges: namedRanges(resourceOf(serviceCIDR), ranges.names, nodePorts),
    random,
  });
}

/**
 * Returns ranges that are read from the ServiceCIDRs at each use.
 * @param names the names of all ranges, which do not depend on the ServiceCIDRs
 */
function namedRanges(serviceCidrs: () => Resource, names: readonly string[], nodePorts: ValueRange): ClaimRangeSource {
  return {
    names,
    ready: async () => await serviceCidrs().cache.ready(),
    current: () => {
      const resource = serviceCidrs();
      const objects = [...resource.cache.snapshot().objects.iterate("")].filter(({ unreadable }) => !unreadable);
      return [...objects.flatMap((one) => rangesOfServiceCidr(resource.parse(one) as ServiceCIDR)), nodePorts];
    },
  };
}
