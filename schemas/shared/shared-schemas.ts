import type { PropertySchema } from '../vocabulary/types.ts'
import edgeLan from './edge-lan.schema.json' with { type: 'json' }
import edgeWan from './edge-wan.schema.json' with { type: 'json' }
import licence from './licence.schema.json' with { type: 'json' }
import naming from './naming.schema.json' with { type: 'json' }
import network from './network.schema.json' with { type: 'json' }
import tunnel from './tunnel.schema.json' with { type: 'json' }

/** `$id` of each shared file to its content; entities write `{ "$ref": "network#/$defs/port" }`. */
export const sharedSchemas: Readonly<Record<string, PropertySchema>> = {
  naming: naming as PropertySchema,
  network: network as PropertySchema,
  tunnel: tunnel as PropertySchema,
  licence: licence as PropertySchema,
  'edge-lan': edgeLan as PropertySchema,
  'edge-wan': edgeWan as PropertySchema,
}
