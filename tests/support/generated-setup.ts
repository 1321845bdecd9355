import { generateIfStale } from '../../scripts/tooling/build.mjs'

/** Generates the files that tests read and that are not committed. */
export async function setup(): Promise<void> {
  if (!(await generateIfStale())) throw new Error('Generation failed; its reason stands above.')
}
