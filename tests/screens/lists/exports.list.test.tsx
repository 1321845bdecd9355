// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { example, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { writeWorkbook, type SheetTable } from '../../../renderer/data/workbook/write.ts'
import { examples, openList } from '../../support/list/open-list.tsx'

// Checking for hidden elements computes the style of each one; these tests need no such check.
configure({ asyncUtilTimeout: 5000, defaultHidden: true })

const downloads: { name: string; text: string; bytes: Uint8Array }[] = []

beforeEach(() => {
  localStorage.clear()
  downloads.length = 0
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:test'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const { download: name } = this
    if (name !== '')
      void content.arrayBuffer().then((buffer) => {
        const bytes = new Uint8Array(buffer)
        downloads.push({ name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), bytes })
      })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('an export', () => {
  const exportAs = async (user: Awaited<ReturnType<typeof openList>>['user'], item: RegExp, index = 0) => {
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(screen.getAllByRole('menuitem', { name: item })[index] as HTMLElement)
    await waitFor(() => expect(downloads).toHaveLength(1))
    return downloads[0]
  }

  it('of this page has the visible values, escaped for spreadsheets', async () => {
    const { user } = await openList([example(1, { code: '=cmd()', roomName: 'North, "old"' })])
    expect(await exportAs(user, /This page/)).toMatchObject({
      name: 'racks.csv',
      text: '\uFEFFcode,roomName,heightU,state,serverCount,updatedAt\r\n\'=cmd(),"North, ""old""",1,closed,0,2025-06-01T10:00:00.000Z\r\n',
    })
  })

  it('of all matching rows fetches every page with the current filters and sort order', async () => {
    const { user, source } = await openList(examples(53), { address: '/racks?sort=-heightU&size=20&f.holder=x' })
    const file = await exportAs(user, /All matching rows \(53\) · CSV/, 1)
    expect(file?.text.split('\r\n')).toHaveLength(55)
    expect(source.list.mock.lastCall?.[1]).toEqual({
      tenantOid: 'acme',
      page: 1,
      size: 1000,
      sort: { by: 'heightU', order: 'desc' },
      filter: String.raw`holder=ilike="%x%"`,
    })
  })

  it('on paper has every matching row with the heads of its columns, and what it is narrowed to', async () => {
    let paper = ''
    vi.stubGlobal('print', () => (paper = document.querySelector('[data-printed]')?.textContent ?? ''))
    const { user } = await openList(examples(53), { address: '/racks?size=20&f.holder=x' })
    await user.click(screen.getByRole('button', { name: 'Print all matching rows' }))
    await waitFor(() => expect(paper).not.toBe(''))
    expect(paper).toContain('Acme · holder: contains “x” · 53 rows · printed')
    expect(paper).toContain('A53')
    await waitFor(() => expect(document.querySelector('[data-printed]')).toBeNull())
    vi.unstubAllGlobals()
  })

  describe('of chosen rows', () => {
    /** Chooses two rows, of which one is on another page, and saves them. */
    const exportChosen = async (kind: 'CSV' | 'XLSX') => {
      const { bulk: _bulk, ...withoutSheet } = exampleScreen
      const { user } = await openList(examples(30), { address: '/racks?size=20', screen: withoutSheet })
      await user.click(screen.getByLabelText('Select A2'))
      await user.click(screen.getByRole('button', { name: 'Next page' }))
      await user.click(await screen.findByLabelText('Select A25'))
      const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
      await user.click(bar.getByRole('button', { name: 'Export' }))
      await user.click(screen.getByRole('menuitem', { name: kind }))
      await waitFor(() => expect(downloads).toHaveLength(1))
      return downloads[0]
    }
    const codes = (rows: readonly (readonly unknown[])[]) => rows.map(([code]) => code)

    it('has these alone, as CSV', async () => {
      const file = await exportChosen('CSV')
      expect(file?.name).toBe('racks.csv')
      expect(codes((file?.text ?? '').split('\r\n').map((line) => line.split(',')))).toEqual(['\uFEFFcode', 'A2', 'A25', ''])
    })

    it('has the same rows and columns as a workbook, which a worker makes', async () => {
      class WorkbookWorker extends EventTarget {
        async postMessage(tables: SheetTable[]) {
          this.dispatchEvent(new MessageEvent('message', { data: await writeWorkbook(tables) }))
        }
        terminate() {}
      }
      vi.stubGlobal('Worker', WorkbookWorker)
      const file = await exportChosen('XLSX')
      vi.unstubAllGlobals()
      expect(file?.name).toBe('racks.xlsx')
      const [sheet] = (await readXlsx(file?.bytes ?? new Uint8Array())).sheets
      expect(sheet?.name).toBe('racks')
      expect(codes(sheet?.rows ?? [])).toEqual(['code', 'A2', 'A25'])
      expect(sheet?.rows[1]).toContain(2)
    })
  })

  it('has only the visible columns', async () => {
    localStorage.setItem(
      'racksColumns',
      JSON.stringify({
        order: ['state', 'code'],
        shown: { roomName: false, heightU: false, serverCount: false, updatedAt: false },
        widths: {},
      }),
    )
    const { user } = await openList(examples(1))
    expect((await exportAs(user, /This page/))?.text).toBe('\uFEFFstate,code\r\nclosed,A1\r\n')
  })
})

describe('a printed list', () => {
  it('says which rows it has: search, filters and conditions', async () => {
    const papers: string[] = []
    window.print = () => void papers.push(document.querySelector('[data-printed] p')?.textContent ?? '')
    const where = encodeURIComponent('heightU=gt=3;code=ilike="A%"')
    const { user } = await openList(examples(3), { address: `/racks?q=north&f.state=free&where=${where}` })
    await user.click(screen.getByRole('button', { name: 'Print all matching rows' }))
    await waitFor(() => expect(papers).toHaveLength(1))
    expect(papers[0]).toMatch(/^Acme · “north” · state: free · heightU=gt=3;code=ilike="A%" · 3 rows · printed /)
  })
})
