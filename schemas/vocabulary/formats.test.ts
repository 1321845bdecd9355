import { describe, expect, it } from 'vitest'
import { addressToNumber, formats, formatTable, numberToAddress } from './formats.ts'
import type { FactId } from '../../tests/proofs/facts.ts'

const cases: Record<string, { facts?: FactId[]; accepts: string[]; refuses: string[] }> = {
  mail: {
    facts: ['S0-5.14'],
    accepts: ['a@b.de', 'first.last+tag@sub.example.com', 'jürgen@müller.example'],
    refuses: ['a', 'a@b', 'a b@c.de', '@b.de', 'a@@b.de', 'a@b..de', 'a@-b.de'],
  },
  'no-spaces': { facts: ['S0-5.5'], accepts: ['abc'], refuses: ['a b', ' a', 'a\t'] },
  'forbidden-characters': { facts: ['S0-5.8'], accepts: ['Müller & Co'], refuses: ['a|b', 'a=b', "a'b", 'a"b', 'a`b'] },
  ipv4: {
    facts: ['S0-5.9'],
    accepts: ['0.0.0.0', '255.255.255.255', '10.1.2.3'],
    refuses: ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4 ', '1.2.3.4\n', 'a.b.c.d'],
  },
  'ipv4-prefix': {
    accepts: ['10.0.0.1/24', '0.0.0.0/0', '1.2.3.4/32'],
    refuses: ['10.0.0.1', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1/024', '10.0.0.1/2/4', '10.0.0.1/-1'],
  },
  subnet: {
    accepts: ['10.0.0.0/24', '0.0.0.0/0', '10.0.0.1/32', '255.255.255.252/30'],
    refuses: ['10.0.0.1/24', '10.0.0.0', '128.0.0.0/0'],
  },
  range: { accepts: ['0-65535', '80-80', '00080-00090'], refuses: ['80', '90-80', '1-65536', '1-2-3', '-5', '1-', '1 - 2'] },
  ranges: { accepts: ['64600', '0-65535', '64600;64610-64620'], refuses: ['65536', '20-10', '1;', '1,2', '1; 2', '*'] },
  'ports-list': {
    facts: ['S0-5.13'],
    accepts: ['*', '80', '80;443', '0;65535'],
    refuses: ['80;', ';', '65536', '80,443', '80; 443', '*;80', '80-90'],
  },
  'boss-name': {
    facts: ['S0-5.15'],
    accepts: ['Zürich (Nord) 1', 'a', 'x'.repeat(50)],
    refuses: [' a', 'a ', 'x'.repeat(51), 'a|b', 'a/b', 'a;b', '=a', 'a<b>'],
  },
  'bgp-community': { accepts: ['0001:FFFE', 'ABCD:1234'], refuses: ['0000:1234', '1234:FFFF', 'abcd:1234', '123:1234', '1234'] },
  month: { accepts: ['2026-01', '2099-12'], refuses: ['2026-13', '2026-00', '2026-1', '1999-12', '2026-01-01', '26-01'] },
  date: {
    accepts: ['2026-01-31', '2024-02-29'],
    refuses: ['2026-02-30', '2023-02-29', '2026-1-1', '2026-01', '2026-01-01T00:00:00Z', '01.02.2026'],
  },
  'ospf-area': { facts: ['S1-5.26'], accepts: ['0', '4294967295', '0.0.0.1'], refuses: ['4294967296', '-1', '1.2.3', 'a'] },
  host: { accepts: ['syslog.example.com', 'localhost', '10.0.0.1'], refuses: ['10.0.0', '300.1.1.1', 'a_b.', 'a b', '-a.de'] },
  'date-time': {
    accepts: ['2024-02-29T12:00:00Z', '2024-01-01T00:00:00.123+02:00'],
    refuses: ['2024-01-01', '2024-13-01T00:00:00Z', 'yesterday'],
  },
}

describe('formats', () => {
  it('all have test cases', () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(formatTable).sort())
  })

  for (const [name, { facts = [], accepts, refuses }] of Object.entries(cases)) {
    it.each(accepts)(`${name} accepts "%s"`, { tags: facts }, (text) => expect(formats[name]?.(text)).toBe(true))
    it.each(refuses)(`${name} refuses "%s"`, { tags: facts }, (text) => expect(formats[name]?.(text)).toBe(false))
    it(`${name} leaves empty text to the mandatory check`, () => expect(formats[name]?.('')).toBe(true))
  }

  it('check long malicious text in linear time', () => {
    const started = performance.now()
    for (const test of Object.values(formats))
      for (const text of ['a'.repeat(200_000), `${'a.'.repeat(100_000)}@`, '0-'.repeat(100_000)]) test(text)
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('convert addresses to numbers and back', () => {
    expect(numberToAddress((addressToNumber('10.0.0.255') ?? 0) + 1)).toBe('10.0.1.0')
    expect(numberToAddress(2 ** 32)).toBeUndefined()
    expect(addressToNumber('10.0.0')).toBeUndefined()
  })
})
