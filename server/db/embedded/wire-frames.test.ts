import { describe, expect, it } from 'vitest'
import { AnswerCheck, countSyncs } from './wire-frames.mjs'

/** Frames by their letters, with some contents. */
function frames(letters: string, contents = 'abc'): Buffer {
  return Buffer.concat(
    [...letters].map((letter) => {
      const frame = Buffer.alloc(5 + contents.length, 0)
      frame.write(letter)
      frame.writeUInt32BE(4 + contents.length, 1)
      frame.write(contents, 5)
      return frame
    }),
  )
}

function faultOf(letters: string, asked: number): string | undefined {
  const check = new AnswerCheck()
  // Byte by byte: a chunk may end anywhere.
  for (const byte of frames(letters)) check.read(Uint8Array.of(byte))
  return check.faultOf(asked)
}

describe('wire protocol frames', () => {
  it.each([
    ['12TDDCZ', 1],
    ['CZ12TDCZ12nCZCZ', 4],
    ['1EZEZCZ', 3],
    ['13Z', 1],
    ['12nIZ', 1],
    ['RSSSKZ', 1],
    ['NNTDCTDCZ', 1],
    ['', 0],
  ])('%s is a complete response to %i requests', (letters, asked) => {
    expect(faultOf(letters, asked)).toBeUndefined()
  })

  it.each([
    ['1TZ', 1, 'a statement ended without an outcome'],
    ['CZ12TDDZ12TDCZ', 3, 'a statement ended without an outcome'],
    ['Z', 1, 'a statement ended without an outcome'],
    ['12TDC', 1, '0 of 1 requests were answered'],
    ['EZCZ', 1, '2 of 1 requests were answered'],
  ])('%s is not a complete response to %i requests', { tags: ['H-8.3'] }, (letters, asked, fault) => {
    expect(faultOf(letters, asked)).toBe(fault)
  })

  it('are counted per awaited response, ignoring contents that look like frames', () => {
    expect(countSyncs(frames('PBDES'))).toBe(1)
    expect(countSyncs(frames('QPBDESPBDESQ', 'SQSQSQSQ'))).toBe(4)
    expect(countSyncs(frames('X'))).toBe(0)
    expect(countSyncs(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]))).toBe(1)
  })
})
