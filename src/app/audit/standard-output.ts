/** The audit log on standard output. */
import type { LogOutput } from "../../audit/index.ts";

/** Writes lines to standard output. */
export class StandardOutput implements LogOutput {
  fitting(sizes: readonly number[]): number {
    return sizes.length;
  }

  async append(pieces: readonly Buffer[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(Buffer.concat(pieces), (error) => (error ? reject(error) : resolve()));
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}
