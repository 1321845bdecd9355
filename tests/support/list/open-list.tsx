import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { example } from '../../../renderer/data/example.fixture.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { exampleListService, renderPage } from './render-page.tsx'

/** Opens a list of these records, once their rows stand there. */
export async function openList(records: ServedRecord[], options: Partial<Parameters<typeof renderPage>[1]> = {}) {
  const source = exampleListService(records)
  const rendered = renderPage(ListPage, { source, ...options })
  await waitFor(() => expect(document.querySelector('tbody a')).not.toBeNull())
  return { ...rendered, source }
}

/** So many racks, each with these changes. */
export const examples = (count: number, change: Record<string, unknown> = {}): ServedRecord[] =>
  Array.from({ length: count }, (_, index) => example(index + 1, change))
