import type { Finding } from '../../../schemas/finding.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../screen.ts'

/** Every option of what the cells of a matrix hold has a mark, and no two marks share their letters. */
export function checkMatrix({ matrix }: Screen, schema: EntitySchema): Finding[] {
  if (!matrix) return []
  const options = (fieldAt(schema, matrix.value)?.enum ?? []).filter((option) => option !== null).map(String)
  const marks = Object.entries(matrix.marks)
  const unmarked = options.filter((option) => !Object.hasOwn(matrix.marks, option))
  const stray = marks.filter(([option]) => !options.includes(option))
  const letters = marks.map(([, { letter }]) => letter.toLowerCase())
  const unfit = marks.filter(([, { letter }], index) => !/^\S{1,2}$/.test(letter) || letters.indexOf(letter.toLowerCase()) !== index)
  return [
    ...(options.length === 0
      ? [{ id: 'screen.matrix.options', where: 'matrix.value', message: `"${matrix.value}" is no field with options` }]
      : []),
    ...unmarked.map((option) => ({ id: 'screen.matrix.unmarked', where: 'matrix.marks', message: `"${option}" has no mark` })),
    ...stray.map(([option]) => ({ id: 'screen.matrix.stray', where: `matrix.marks.${option}`, message: 'the field has no such option' })),
    ...unfit.map(([option]) => ({
      id: 'screen.matrix.letter',
      where: `matrix.marks.${option}`,
      message: 'a letter is one or two characters and of one option only',
    })),
  ]
}
