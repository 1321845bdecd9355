import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { metaIn, rowsIn } from '../answers.ts'
import type { HttpClient, RequestOptions } from '../client.ts'

/** Rows asked for at once, where the service knows pages. */
const STEP = 1000
/** No list goes on for longer: a service that says so is wrong. */
const MOST_PAGES = 1000
/** How long an answer counts, so that a page with several pickers, or a person who sorts and searches, asks once. */
const KEPT_MS = 5000

export interface WholeList {
  rows: Rec[]
  /** What the service says of the list besides, with its first page. */
  meta: Rec
}

/** Lists that are fetched whole, because the service cannot filter them; concurrent and closely following callers share an answer. */
export class WholeLists {
  private readonly known = new Map<string, Promise<WholeList>>()

  constructor(
    private readonly client: HttpClient,
    private readonly overlayOid: () => string | undefined,
  ) {}

  /** All rows of an address. `firstPage`: the number of its first page. Rejects with `RequestError`. */
  of(path: string, query: NonNullable<RequestOptions['query']>, firstPage = 1): Promise<WholeList> {
    const key = JSON.stringify([path, query, this.overlayOid()])
    const known = this.known.get(key)
    if (known !== undefined) return known
    const asked = this.ask(path, query, firstPage)
    this.known.set(key, asked)
    const forget = (): void => {
      if (this.known.get(key) === asked) this.known.delete(key)
    }
    asked.then(() => setTimeout(forget, KEPT_MS), forget)
    return asked
  }

  /** Something was written: what is known is outdated. */
  forget(): void {
    this.known.clear()
  }

  private async ask(path: string, query: NonNullable<RequestOptions['query']>, firstPage: number): Promise<WholeList> {
    const rows: Rec[] = []
    const seen = new Set<string>()
    let first: Rec | undefined
    for (let page = firstPage; page < firstPage + MOST_PAGES; page += 1) {
      const answer = await this.client.request<unknown>('GET', path, { query: { ...query, page, size: STEP } })
      const { data, meta } = contentOf(answer)
      first ??= meta
      const before = rows.length
      // A service without pages answers everything each time, and some answer one row more than asked for.
      for (const row of data) {
        const text = JSON.stringify(row)
        if (seen.has(text)) continue
        seen.add(text)
        rows.push(row)
      }
      const total = meta['totalCount'] ?? meta['countTotalRows']
      // Some services send fewer rows at once than asked for, and say so.
      const size = typeof meta['size'] === 'number' ? Math.min(meta['size'], STEP) : STEP
      const isLast = typeof total === 'number' ? rows.length >= total : data.length < size
      if (isLast || rows.length === before) break
    }
    return { rows, meta: first ?? {} }
  }
}

/** Rows and further information of an answer: `{data, meta}`, or the list alone. A row may be a mere name. */
function contentOf(answer: unknown): { data: Rec[]; meta: Rec } {
  const rows = rowsIn(answer).map((row) => (typeof row === 'object' && row !== null ? (row as Rec) : { name: row }))
  return { data: rows, meta: metaIn(answer) }
}
