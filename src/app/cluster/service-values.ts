/**
 * What Services are given, and where it stands who holds it. Addresses are of the ranges of the flag, and a key of the
 * store says who holds one; or, where ServiceCIDRs are heeded, of the ranges that those name, and an IPAddress says it.
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
import type { ServiceConfig } from "../config/server-config.ts";

export interface ServiceValuesOptions {
  readonly config: ServiceConfig;
  readonly isEnabled: IsEnabled;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeCache?: MakeCache | undefined;
  /** There are some once the first Service is written. */
  readonly resources: () => StoredResources;
}

/** Kinds whose objects are kept whether clients see them or not. */
export function kindsOfServiceValues(isEnabled: IsEnabled): readonly KindDeclaration[] {
  return isEnabled(multiCidrServiceAllocator) ? [ipAddress, serviceCIDR] : [];
}

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

/** @param names which families the cluster has does not depend on ServiceCIDRs */
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
