import { expect, it } from 'vitest'
import { isBlock } from './paste.ts'

it('takes what has several cells or lines for a block, and one cell for a text', () => {
  expect(['a\tb', 'a\r\nb', 'a\nb\n'].map(isBlock)).toEqual([true, true, true])
  expect(['a', 'a, b', 'a\r\n', ''].map(isBlock)).toEqual([false, false, false, false])
})
