/** One member of an etcd cluster, and the calls to it. */
import { GrpcClient } from "../../grpc/index.ts";
import { watchPath } from "./rpcs.ts";
import { WatchStream } from "./watch-stream.ts";

/** Calls one member. */
export class Member extends GrpcClient {
  /** Starts a stream of watch messages. The member ends it if it loses the leader. */
  openWatch(): WatchStream {
    return new WatchStream(this.openStream(watchPath, { hasleader: "true" }));
  }
}
