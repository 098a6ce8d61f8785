/**
 * Lets V8 optimize the code of a server earlier. A server that has just started serves its first thousands of requests
 * with code that is not optimized, which needs two to four times as much processor time.
 */
import { setFlagsFromString } from "node:v8";

/**
 * Bytes of bytecode that a function may run before V8 considers optimizing it. The default is 132 KiB. Values from 8,000 to
 * 25,000 served the first creates faster, and this one was the best with 16 clients (docs/performance.md, "Optimizations").
 */
const bytecodeBytes = 16_000;

/**
 * Optimizes functions early from now on, in all threads of the process. Call it when the server is ready, because most code of the
 * start runs only once.
 */
export function compileEarly(): void {
  setFlagsFromString(`--interrupt-budget=${bytecodeBytes}`);
}
