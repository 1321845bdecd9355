import type { Finding } from '../../../schemas/finding.ts'
import { patternAt } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { displaysOfFormat } from '../../parts/text/date-texts.ts'
import { dateFormatOf } from '../date-display.ts'
import type { Screen } from '../screen.ts'

/** Displays of fields that do not exist or hold no dates, and displays that their format does not have. */
export function checkDateDisplay(screen: Screen, schema: EntitySchema): Finding[] {
  return Object.entries(screen.dateDisplay ?? {}).flatMap(([field, display]): Finding[] => {
    const where = `dateDisplay.${field}`
    const property = patternAt(schema, field)
    if (!property) return [{ id: 'screen.field.unknown', where, message: `${schema.$id} has no field "${field}"` }]
    const format = dateFormatOf(property)
    const message =
      format === undefined
        ? `"${field}" holds no dates: only fields of the formats date, month and date-time have a display`
        : `a field of the format ${format} is not written "${display}"; write one of ${displaysOfFormat[format]?.join(', ')}`
    const isKnown = format !== undefined && displaysOfFormat[format]?.some((one) => one === display)
    return isKnown ? [] : [{ id: 'screen.dateDisplay.misfit', where, message }]
  })
}
