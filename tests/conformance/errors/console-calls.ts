import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { RequestError, type DataSource } from '../../../renderer/data/data-source.ts'
import { errorTexts } from '../../../renderer/data/error-texts.ts'
import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import { BASE_PATHS } from '../../../server/plugins/config.ts'
import { isOwnPath } from '../../../src/http/abilities.ts'
import { createClient, type HttpClient, type Method } from '../../../src/http/client.ts'
import { createDataSource } from '../../../src/http/data-source.ts'
import { withUpstreams } from '../../../src/http/upstream/with-upstreams.ts'
import { hasTestText, testText } from '../../support/editor/texts.ts'
import { OIDS } from '../platform/fixtures/tenants.ts'
import { startStandIn, type ReceivedCall, type StandIn } from '../stand-in.ts'

/** The console's own HTTP client and data source on the stand-in platform, which knows none of what this product's service adds. */
export interface ConsoleCalls {
  platform: StandIn
  client: HttpClient
  source: DataSource
  /** How long the client waited between tries since the test began, in milliseconds; nobody really waits. */
  pauses: number[]
  /** Runs something at the next pause, before the call is tried again. */
  onPause(run: () => void): void
  /** Runs something after so many writes have been answered. */
  afterWrites(count: number, run: () => Promise<void>): void
  /** The reasons with which the client ended the session. */
  ended: (string | undefined)[]
  /** What the platform received at a path since the test began. */
  received(method: string, path: string): Promise<ReceivedCall[]>
  /** Saves one change as an editor does. */
  save(item: PlanItem, options?: Partial<Plan>): Promise<unknown>
}

const context = {
  tenant: { oid: 'platform', name: 'Platform', type: 'po' as const },
  user: { oid: 'u' },
  can: { create: true, update: true, delete: true },
  feature: {},
  editor: {},
}

/** Every base path is answered by the stand-in. */
const addresses = { bases: BASE_PATHS, abilities: Object.fromEntries(Object.keys(BASE_PATHS).map((base) => [base, []])) }

const realTimeout = globalThis.setTimeout

/** Starts the stand-in for the tests of a file; call it at the top of the file. */
export function consoleCalls(): ConsoleCalls {
  let platform: StandIn | undefined
  const known = (): StandIn => {
    if (platform === undefined) throw new Error('The stand-in platform runs while tests do.')
    return platform
  }
  const pauses: number[] = []
  const ended: ConsoleCalls['ended'] = []
  let atPause: (() => void) | undefined
  let atWrite: { count: number; run: () => Promise<void> } | undefined
  const answered = async (method: Method): Promise<void> => {
    if (method !== 'GET' && atWrite !== undefined && --atWrite.count === 0) await atWrite.run()
  }
  const client = atOrigin(() => known().origin, { ended, answered })
  const newSource = (): DataSource => {
    const ports = { client, overlayOid: () => OIDS.managed, rightsIn: () => ({ context, rights: { has: () => true } }) }
    return withUpstreams(createDataSource(client, BASE_PATHS), addresses, ports)
  }
  // A fresh one per test remembers no list of another.
  let source = newSource()

  beforeAll(async () => {
    platform = await startStandIn()
  })
  beforeEach(async () => {
    await known().reset()
    pauses.length = 0
    atPause = undefined
    atWrite = undefined
    source = newSource()
    ended.length = 0
    // The only second in the way of a call is the pause between two tries.
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: []) => {
      if (ms !== 1000) return realTimeout(run, ms, ...rest)
      pauses.push(ms)
      atPause?.()
      return realTimeout(run, 0, ...rest)
    }) as typeof setTimeout)
    return () => spy.mockRestore()
  })
  afterAll(() => platform?.dispose())

  return {
    get platform() {
      return known()
    },
    client,
    get source() {
      return source
    },
    pauses,
    ended,
    afterWrites: (count, run) => void (atWrite = { count, run }),
    onPause: (run) => void (atPause = run),
    received: async (method, path) => (await known().calls()).filter((call) => call.method === method && call.path === path),
    save: (item, options) =>
      source.plan({ items: [item], source: 'editor', tenantOid: 'platform', ...options }, { idempotencyKey: crypto.randomUUID() }),
  }
}

/** The client of a page that stands at the platform's address. */
function atOrigin(
  origin: () => string,
  { ended, answered }: { ended: ConsoleCalls['ended']; answered: (method: Method) => Promise<void> },
): HttpClient {
  const session = {
    token: () => 'token',
    overlayOid: () => OIDS.managed,
    renew: async () => false,
    end: (reason?: string) => void ended.push(reason),
    isOwn: (url: string) => isOwnPath(new URL(url).pathname, addresses),
  }
  const { request, requestBytes } = createClient(session)
  return {
    request: async <T>(...[method, path, options]: Parameters<HttpClient['request']>) => {
      const answer = await request<T>(method, origin() + path, options)
      await answered(method)
      return answer
    },
    requestBytes: (method, path, options) => requestBytes(method, origin() + path, options),
  }
}

/** The failure of a call; fails where it succeeds, and where it fails with anything but a normalised error. */
export async function failureOf(call: Promise<unknown>): Promise<RequestError> {
  const outcome = await call.then(
    (answer) => new Error(`The call succeeded: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof RequestError) return outcome
  throw outcome
}

/** What the console shows of a failure, in English. */
export const shownOf = (error: RequestError): string[] => errorTexts({ t: testText, hasText: hasTestText }, error)
