import { generateIfStale } from '../../scripts/tooling/build.mjs'

/** Tests read generated files, which are not committed. */
export async function setup(): Promise<void> {
  if (!(await generateIfStale())) throw new Error('Generation failed; its reason stands above.')
}
