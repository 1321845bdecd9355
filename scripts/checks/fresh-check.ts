import type { Finding } from '../../schemas/finding.ts'
import { generateAll, staleFiles } from '../generate/outputs.ts'
import type { Tree } from '../generate/tree.ts'

/** Committed generated files that are not what generation gives now. */
export function checkFresh(tree: Tree): Finding[] {
  return staleFiles(tree.root, generateAll(tree)).map(({ path, why }) => ({
    id: 'generated.stale',
    where: path,
    message: `${why}; run npm run generate`,
  }))
}
