import pg from 'pg'
import { quantile, type Figure } from '../figure.ts'
import { inTurns } from '../in-turns.ts'
import { runProcess } from '../processes.ts'
import { bareQuery, PAGE } from './bare-query.ts'
import { timedList, type ApiClient } from './timed-list.ts'
import { BROAD_TERMS, search, SELECTIVE_TERMS, SHORT_TERMS } from './terms.ts'

const ROUNDS = 12

/** What is timed for each term: our call, the bare query, the same query behind bare Fastify, and a call of ours without a search. */
type Times = Record<'ours' | 'bare' | 'fastify' | 'call', number[]>

/** BUDGETS L3: calls that search, compared with the bare index query of the same terms. For information, that query behind bare Fastify, too. */
export async function searchFigures(client: ApiClient, url: string, showProgress: (step: string) => void): Promise<Figure[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const bareService = runProcess('million/bare-service.ts', { url })
  try {
    const address = await bareService.firstLine
    const timesOf = async (terms: readonly string[]): Promise<Times> => {
      const times: Times = { ours: [], bare: [], fastify: [], call: [] }
      for (let round = 0; round < ROUNDS; round++)
        for (const term of terms) {
          const ms = await inTurns(round, {
            ours: () => timed(() => timedList(client, { page: '1', size: String(PAGE), filter: search(term) })),
            bare: () => timed(() => database.query(bareQuery(term))),
            fastify: () => timed(async () => (await fetch(`${address}/?${new URLSearchParams({ term })}`)).json()),
            call: () => timed(() => infoCall(client)),
          })
          if (round === 0) showProgress(`'${term}': ${ms.ours.toFixed(1)} ms, bare ${ms.bare.toFixed(1)} ms`)
          if (round > 1) for (const name of Object.keys(times) as (keyof Times)[]) times[name].push(ms[name])
        }
      return times
    }
    const figures: Figure[] = []
    for (const [name, terms] of [
      ['three letters and more', SELECTIVE_TERMS],
      ['what many rows have', BROAD_TERMS],
      ['one and two letters', SHORT_TERMS],
    ] as const)
      figures.push(...figuresOf(name, await timesOf(terms), showProgress))
    return figures
  } finally {
    await database.end()
    await bareService.stop()
  }
}

/** Answers how long the work took, in ms. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function figuresOf(name: string, times: Times, showProgress: (step: string) => void): Figure[] {
  const [ours, bare, fastify, call] = [times.ours, times.bare, times.fastify, times.call].map((each) => quantile(each, 0.5).toFixed(1))
  showProgress(`${name}: p50 ${ours} ms, bare ${bare} ms, behind Fastify ${fastify} ms, a call without a search ${call} ms`)
  const reference = quantile(times.bare, 0.95)
  return [
    {
      id: `L3 appliances, ${name}, p95`,
      ours: quantile(times.ours, 0.95),
      reference,
      unit: 'ms',
      budget: { of: 'ratio', atMost: 2.5 },
      note: 'reference: the bare index query of the same terms',
    },
    { id: `the bare query behind Fastify, ${name}, p95`, ours: quantile(times.fastify, 0.95), reference, unit: 'ms' },
  ]
}

/** A call that looks for nothing: HTTP, the token, and what the caller may do. */
async function infoCall({ service, token }: ApiClient): Promise<void> {
  const response = await fetch(`${service.origin}/api/user/v2/info`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
}
