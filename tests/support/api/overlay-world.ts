import { sql } from 'kysely'
import { changeDirectly } from './change-directly.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { apiWorld, type Answer, type ApiWorld, type Place } from './api-world.ts'

/** The overlay of the managed customer. */
export interface OverlayWorld extends ApiWorld {
  overlay: string
  /** Sends a request to `/api/v1/<path>` in the overlay. */
  ask(method: string, path: string, options?: { body?: unknown; as?: string }): Promise<Answer>
  /** Sends records to a collection. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, ...data: Rec[]): Promise<Answer>
  /** Creates a record; returns its oid. Throws if the service refuses it. */
  make(path: string, record: Rec): Promise<string>
  read(path: string, oid: string): Promise<Rec>
  /** Enables or disables a feature of the customer. */
  setFeature(name: string, state: 'enabled' | 'disabled'): Promise<void>
}

/** A small world with calls into one overlay. */
export async function overlayWorld(place: Place): Promise<OverlayWorld> {
  const world = await apiWorld(place)
  const overlay = world.oid['managed'] ?? ''
  const ask: OverlayWorld['ask'] = (method, path, { body, as } = {}) =>
    world.call(method, path.startsWith('/') ? path : `/api/v1/${path}`, {
      headers: { 'x-overlay-oid': overlay },
      ...(as !== undefined && { as }),
      ...(body !== undefined && { body }),
    })
  const send: OverlayWorld['send'] = (method, path, ...data) => ask(method, path, { body: { data } })
  return {
    ...world,
    overlay,
    ask,
    send,
    async make(path, record) {
      const { status, body } = await send('POST', path, record)
      if (status !== 201) throw new Error(`${path}: ${JSON.stringify(body.errors)}`)
      return String(body.data[0]?.['oid'])
    },
    read: async (path, oid) => (await ask('GET', `${path}/${oid}`)).body.data[0] ?? {},
    setFeature: (name, state) =>
      changeDirectly(
        world.database,
        sql`update tenant set features = features || ${JSON.stringify({ [name]: state })}::jsonb where oid = ${overlay}`,
      ),
  }
}
