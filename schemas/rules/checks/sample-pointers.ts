import type { SampleFile } from './samples.ts'

/** A pointer of a sample file that is none, with its place in the file. */
export interface StrayPointer {
  at: string
  pointer: string
}

/** Places of a sample file that should hold a JSON Pointer (`/site/name`) and hold something else, e.g. the name of a field. */
export function strayPointers({ invalid, rules }: SampleFile): StrayPointer[] {
  const ofRules = Object.entries(rules).flatMap(([id, pair]) =>
    (['accepts', 'refuses'] as const).flatMap((side) => {
      const { refused, controls = {} } = pair[side] ?? {}
      const at = `rules/${id}/${side}`
      return [
        ...(refused ? [{ at: `${at}/refused/pointer`, pointer: refused.pointer }] : []),
        ...Object.keys(controls).map((pointer) => ({ at: `${at}/controls`, pointer })),
      ]
    }),
  )
  const all = [...invalid.map(({ pointer }, index) => ({ at: `invalid/${index}/pointer`, pointer })), ...ofRules]
  return all.filter(({ pointer }) => pointer !== '' && !pointer.startsWith('/'))
}
