/** Generates and builds what is stale: generated files first, then console and service side by side. Answers whether all is well. */
export function buildIfStale(): Promise<boolean>

/** Generates where schemas or texts have changed. Answers whether all is well. */
export function generateIfStale(): Promise<boolean>
