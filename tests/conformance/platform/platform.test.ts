import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../client/http.ts'
import { startStandIn } from '../stand-in.ts'

const folder = import.meta.dirname

describe('the stand-in platform', () => {
  it('imports node modules and its own files, nothing else', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const outside = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)]
        .map(([, path = '']) => path)
        .filter((path) => !path.startsWith('node:') && !resolve(folder, file, '..', path).startsWith(folder + sep))
        .map((path) => `${file}: ${path}`),
    )
    expect(files.length).toBeGreaterThan(10)
    expect(outside).toEqual([])
  })

  it('runs as a process of its own, and is steered from outside', async () => {
    const standIn = await startStandIn()
    try {
      expect(standIn.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const call = connect(standIn.origin, 'any')
      await standIn.fail({ path: '/api/v1/partners', status: 503 })
      expect(await call('GET', '/api/v1/partners')).toMatchObject({ status: 503 })
      expect(await call('GET', '/api/v1/partners')).toMatchObject({ status: 200 })
      expect(await standIn.calls()).toMatchObject([{ path: '/api/v1/partners', status: 503 }, { status: 200 }])
      await standIn.reset()
      expect(await standIn.calls()).toEqual([])
    } finally {
      await standIn.dispose()
    }
  })
})
