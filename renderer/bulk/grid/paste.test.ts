import { expect, it } from 'vitest'
import { isBlock } from './paste.ts'

it('pasted text with several cells or lines is a block, a single cell is plain text', () => {
  expect(['a\tb', 'a\r\nb', 'a\nb\n'].map(isBlock)).toEqual([true, true, true])
  expect(['a', 'a, b', 'a\r\n', ''].map(isBlock)).toEqual([false, false, false, false])
})
