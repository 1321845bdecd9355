/** Generates and builds what is stale: generated files first, then console and service in parallel. Resolves to whether everything succeeded. */
export function buildIfStale(): Promise<boolean>

/** Regenerates if an input of generation has changed. Resolves to whether that succeeded. */
export function generateIfStale(): Promise<boolean>
