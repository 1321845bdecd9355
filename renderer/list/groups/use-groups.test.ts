import { expect, it } from 'vitest'
import { isLine, linesOf } from './use-groups.ts'

const row = (oid: string) => ({ oid, revision: 1, can: {} })
const groups = [
  { value: 'free', count: 3 },
  { value: null, count: 1 },
]
const text = (lines: ReturnType<typeof linesOf>) =>
  lines.map((one) => (isLine(one) ? `${one.line.kind} ${String(one.line.group.value)}` : one.oid))

it('shows heads of groups, what has been read of the open ones, and a line for the rest', () => {
  const read = { open: { '"free"': 1 }, rows: { '"free"': [row('a'), row('b')] }, hasFailed: false }
  expect(text(linesOf(groups, read))).toEqual(['head free', 'a', 'b', 'more free', 'head null'])
  expect(text(linesOf(groups, { ...read, hasFailed: true }))).toContain('failed free')
  expect(text(linesOf(groups, { ...read, rows: { '"free"': [row('a'), row('b'), row('c')] } }))).toEqual([
    'head free',
    'a',
    'b',
    'c',
    'head null',
  ])
  expect(text(linesOf(groups, { ...read, open: { null: 1 } }))).toEqual(['head free', 'head null', 'more null'])
})
