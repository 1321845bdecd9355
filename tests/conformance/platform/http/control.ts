import { readFault, type Faults } from './faults.ts'
import type { Reply } from './call.ts'
import type { Item } from '../state/item.ts'

/** A call as it came in. */
export interface Received {
  method: string
  path: string
  query: Record<string, string>
  /** All but the token. */
  headers: Record<string, string | string[] | undefined>
  body: unknown
  /** The status that it was answered with; null while it runs or if the connection was closed. */
  status: number | null
}

/** What tests steer: none of it belongs to the platform that the specifications describe. */
export interface Control {
  faults: Faults
  calls: Received[]
  /** Makes every token that of another person of the fixtures. */
  become(mail: unknown): void
  reset(): void
}

/** The calls below `/_control`. */
export function controlReply({ faults, calls, become, reset }: Control, call: { method: string; path: string; body: unknown }): Reply {
  const { method, path, body } = call
  switch (`${method} ${path}`) {
    case 'POST /_control/faults': {
      const fault = readFault(body)
      if (typeof fault === 'string') return { status: 400, body: { detail: fault } }
      faults.add(fault)
      return { status: 200, body: { data: faults.waiting } }
    }
    case 'GET /_control/faults':
      return { status: 200, body: { data: faults.waiting } }
    case 'DELETE /_control/faults':
      faults.clear()
      return { status: 204 }
    case 'GET /_control/calls':
      return { status: 200, body: { data: calls } }
    case 'DELETE /_control/calls':
      calls.length = 0
      return { status: 204 }
    case 'PUT /_control/person':
      become((body as Item)['mail'])
      return { status: 204 }
    case 'POST /_control/reset':
      faults.clear()
      calls.length = 0
      reset()
      return { status: 204 }
    default:
      return { status: 404, body: { detail: `No control call ${method} ${path}.` } satisfies Item }
  }
}
