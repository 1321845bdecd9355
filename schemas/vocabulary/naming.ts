/** Runs `make`; an error gets the place in front. */
export function naming<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
