import { compareWithRelease } from '../../schemas/evolution/compare-entities.ts'
import type { Difference } from '../../schemas/evolution/difference.ts'
import type { Finding } from '../../schemas/finding.ts'
import type { Tree } from '../generate/tree.ts'
import { readReleased } from '../release/read-released.ts'

/** Every difference between the tree and the last release. */
export function releaseDifferences({ root, sources }: Tree, today = new Date()): Difference[] {
  return compareWithRelease({ released: readReleased(root), schemas: sources, today: today.toISOString().slice(0, 10) })
}

/** Finds what the last release promised and the tree no longer keeps without declaring it. */
export function checkRelease(tree: Tree): Finding[] {
  return releaseDifferences(tree)
    .filter((difference) => difference.class === 'breaking')
    .map(({ kind, entity, at, message, write = '' }) => ({
      id: `release.${kind}`,
      where: `schemas/entities/${entity}.schema.json${at === '' ? '' : `: ${at}`}`,
      message: `${message}; write ${write}`,
    }))
}
