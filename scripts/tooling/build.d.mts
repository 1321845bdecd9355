/** Generates and builds what is stale: generated files first, then console and service in parallel. Resolves to whether everything succeeded. */
export function buildIfStale(): Promise<boolean>

/** Regenerates if an input of generation has changed; `inBackground` lets other programs go first. Resolves to whether that succeeded. */
export function generateIfStale(options?: { inBackground?: boolean }): Promise<boolean>
