// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../identity/pages/texts.ts'
import { liveData, type LiveData } from '../live-data.ts'
import { livePage } from '../page.ts'
import type { WatchedBox } from '../watched-box.ts'

const START = Date.UTC(2026, 0, 5, 10)
const uplink = { isEnabled: true, transportNetwork: 'MPLS', upBandwidth: 20_000, downBandwidth: 100_000 }
const box: WatchedBox = {
  oid: 'b1',
  name: 'Paris',
  serialNumber: '0A1B',
  wans: [
    { identifier: 'wan1', ...uplink },
    { identifier: 'wan2', ...uplink, isEnabled: false },
    { identifier: 'wan3', ...uplink, isEnabled: false },
  ],
}

let asked: string[] = []
let answer: (since: number) => Response

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  asked = []
  answer = (since) => good({ since })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    asked.push(`${address} ${String(body)}`)
    return answer(Number(body.get('since') ?? 0) * 1000)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const good = ({ since = 0, of = box }: { since?: number; of?: WatchedBox } = {}): Response =>
  Response.json({ data: [liveData(of, { at: Date.now(), since, expiresAt: START + 7_200_000 }) satisfies LiveData] })

/** The page as the service makes it, with its script. */
async function open(): Promise<void> {
  vi.resetModules()
  const context = { t: loadTexts(process.cwd(), ['identity', 'livemon'])('en'), language: 'en' as const, home: '/', nonce: 'n' }
  const page = livePage(context, box, 't1')
  document.documentElement.lang = 'en'
  document.body.innerHTML = page.slice(page.indexOf('<main>'), page.indexOf('</body>'))
  const script = './live.mjs'
  await import(script)
  await pass(0)
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector) as HTMLElement
const state = (): string =>
  [...find('[role="status"]').children]
    .filter((text) => !(text as HTMLElement).hidden)
    .map((text) => text.textContent)
    .join()
const wan = (name: string, selector: string): string => find(`[data-wan="${name}"] ${selector}`).textContent ?? ''

describe('the live troubleshooting window', () => {
  it('draws every enabled WAN and polls every two seconds for new samples only', async () => {
    await open()
    expect([state(), wan('wan1', '[data-value="latency"]')]).toEqual(['Live', expect.stringMatching(/^\d+\.\d\u00a0ms$/)])
    expect(find('[data-wan="wan1"] path.down').getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){149}$/)
    expect(wan('wan2', '[data-value="latency"]')).toBe('–')
    const before = find('[data-wan="wan1"] path.down').getAttribute('d')
    await pass(2000)
    expect(asked).toEqual(['data token=t1', `data token=t1&since=${START / 1000}`])
    expect(find('[data-wan="wan1"] path.down').getAttribute('d')).not.toBe(before)
  })

  it('follows changes of the box: its name, and a WAN that is disabled meanwhile', async () => {
    await open()
    answer = () => good({ of: { ...box, name: 'Lyon', wans: box.wans.map((one) => ({ ...one, isEnabled: false })) } })
    await pass(2000)
    expect([find('h1').textContent, find('[data-wan="wan1"]').dataset['enabled']]).toEqual(['Lyon', 'false'])
  })

  it('shows the same values as a table, newest first', async () => {
    await open()
    const details = find('[data-wan="wan1"] details') as HTMLDetailsElement
    details.open = true
    details.dispatchEvent(new Event('toggle'))
    const rows = [...details.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toHaveLength(30)
    expect(rows[0]?.[3]).toBe(wan('wan1', '[data-value="latency"]'))
    expect(rows[0]?.[1]).toBe(wan('wan1', '[data-value="down"]'))
  })

  it('reports a lost connection, retries with backoff, and loads the missed samples', async () => {
    await open()
    answer = () => new Response('', { status: 503 })
    await pass(2000)
    expect([state(), asked.length]).toEqual(['Connection lost, trying again', 2])
    await pass(3999)
    expect(asked).toHaveLength(2)
    await pass(1)
    expect(asked).toHaveLength(3)
    answer = (since) => good({ since })
    await pass(8000)
    expect([state(), asked.at(-1)]).toEqual(['Live', `data token=t1&since=${START / 1000}`])
    expect(find('[data-wan="wan1"] path.down').getAttribute('d')?.match(/M/g)).toHaveLength(1)
    await pass(2000)
    expect(asked).toHaveLength(5)
  })

  it('does not update while paused, and resumes with the missed samples', async () => {
    await open()
    find('#pause').click()
    await pass(20_000)
    expect([state(), find('#pause').querySelector<HTMLElement>(':not([hidden])')?.textContent, asked.length]).toEqual([
      'Paused',
      'Resume',
      1,
    ])
    find('#pause').click()
    await pass(0)
    expect([state(), asked.at(-1)]).toEqual(['Live', `data token=t1&since=${START / 1000}`])
  })

  it.each([
    [410, 'This session has ended'],
    [403, 'This session was ended'],
    [404, 'There is no such session'],
  ])('ends on status %d, shows the reason, and stops polling', async (status, heading) => {
    await open()
    answer = () => new Response('{}', { status })
    await pass(2000)
    expect(document.querySelector('#live')).toBeNull()
    const notes = [...document.querySelectorAll<HTMLElement>('.ended')].filter(({ hidden }) => !hidden)
    expect(notes.map((note) => note.querySelector('h1')?.textContent)).toEqual([heading])
    expect(document.activeElement).toBe(notes[0])
    const before = asked.length
    await pass(60_000)
    expect(asked).toHaveLength(before)
  })
})
