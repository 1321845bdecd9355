import type { ServedRecord } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { decode } from '../../schemas/wire/decode.ts'
import type { ObjectWire } from '../../schemas/wire/object-wire.ts'

/** The record that an answer describes (`x-wire`). */
export function recordOf(sent: Rec, wire: ObjectWire | undefined): ServedRecord {
  return (wire === undefined ? sent : decode(sent, wire, 'answer').record) as ServedRecord
}
