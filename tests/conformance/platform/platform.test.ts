import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../client/http.ts'

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

  it('runs as a process of its own and prints its address', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(folder, 'main.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((done) => child.once('exit', done))
    try {
      const origin = await new Promise<string>((done) => child.stdout.once('data', (text: Buffer) => done(text.toString().trim())))
      expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(await connect(origin, 'any')('GET', '/api/v1/partners')).toMatchObject({ status: 200 })
    } finally {
      child.kill()
      await ended
    }
  })
})
