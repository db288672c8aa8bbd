/** The part of the API that is used; Node has it, and its types do not. Source: WebAssembly JavaScript Interface. */
declare namespace WebAssembly {
  /** Whether the bytes are a module that this machine can run. */
  const validate: (bytes: Uint8Array) => boolean;
  /** A compiled module. Throws for bytes that are none. */
  class Module {
    constructor(bytes: Uint8Array);
    private readonly compiled: true;
  }
  /** A module with memory of its own. */
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
}
