/** Times and sizes of connections. */

/** Idle connections are checked this often. etcd closes connections that are checked more often than every 5 seconds. */
export const keepaliveMs = 10_000;

/** A connection is lost if a check is not answered in this time. */
export const keepaliveTimeoutMs = 5000;

/** Bytes of one stream that a server may send before they are read. More would be kept for streams that no caller reads. */
export const streamWindowBytes = 1024 * 1024;

/** Bytes of all streams that a server may send before they are read. */
export const connectionWindowBytes = 16 * 1024 * 1024;

/** Memory of a connection for data that was not sent yet, in MB. The limits of waiting writes are smaller. */
export const sessionMegabytesMax = 512;

/** Largest message that is accepted. A transaction of etcd has 1.5 MB by default, and its events twice as much. */
export const messageBytesMax = 64 * 1024 * 1024;
