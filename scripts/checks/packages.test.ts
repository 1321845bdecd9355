import { describe, expect, it } from 'vitest'
import { auditFindings, lockFindings } from './packages.ts'

describe('the packages of a lock file', () => {
  it('need a hash and a licence that somebody has looked at', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/right': { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' },
      'node_modules/a/node_modules/@b/bare': { version: '2.0.0', license: 'ISC' },
      'node_modules/strict': { version: '3.0.0', integrity: 'sha512-x', license: 'AGPL-3.0' },
      'node_modules/silent': { version: '4.0.0', integrity: 'sha512-x' },
    }
    expect(lockFindings({ packages })).toEqual([
      '@b/bare 2.0.0 has no integrity hash.',
      'strict 3.0.0 is under AGPL-3.0.',
      'silent 4.0.0 is under no licence that it names.',
    ])
  })
})

describe('an audit', () => {
  const answer = (vulnerabilities: Record<string, number>): string => `npm warn x\n${JSON.stringify({ metadata: { vulnerabilities } })}\n`

  it('is serious from high vulnerabilities on, and says when there was none', () => {
    expect(auditFindings(answer({ low: 0, high: 0, total: 0 }))).toEqual({ sentence: 'no known vulnerability', isSerious: false })
    expect(auditFindings(answer({ low: 2, moderate: 1, total: 3 }))).toEqual({ sentence: '2 low, 1 moderate', isSerious: false })
    expect(auditFindings(answer({ critical: 1, total: 1 }))).toEqual({ sentence: '1 critical', isSerious: true })
    expect(auditFindings('npm error audit endpoint returned an error\n{ "message": "405", "method": "POST" }')).toBeUndefined()
    expect(auditFindings('npm error offline')).toBeUndefined()
  })
})
