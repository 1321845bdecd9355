import { describe, expect, it } from 'vitest'
import { families } from '../../../renderer/parts/theme/palette.ts'
import { readSummary, severityKinds } from './alert-summary.ts'

const of = (...counts: [severity: string, count: unknown][]) =>
  readSummary({ data: counts.map(([severity, count]) => ({ severity, count })) })

/** Which third of the circle of hues a colour stands in, those between red and yellow apart. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  if (green > red && green > blue) return 'green'
  if (red > green && red > blue) return (green - blue) / (red - blue) > 0.3 ? 'orange' : 'red'
  return 'other'
}

describe('the alert summary', () => {
  it.each([
    [{ critical: 1, warning: 5, info: 9 }, 'critical', 15],
    [{ critical: 0, warning: 5, info: 9 }, 'warning', 14],
    [{ critical: 0, warning: 0, info: 9 }, 'info', 9],
    [{ critical: 0, warning: 0, info: 0 }, 'none', 0],
    [{}, 'none', 0],
  ])('for %j has maximum severity %s and a total of %i', { tags: ['S2-4.25'] }, (counts, severityMax, totalCount) => {
    expect(of(...Object.entries(counts))).toMatchObject({ severityMax, totalCount })
  })

  it('counts each severity, adding up repeated entries', { tags: ['S2-3.14', 'S2-9.21'] }, () => {
    expect(of(['info', 2], ['critical', 1], ['info', 3])).toMatchObject({ criticalCount: 1, warningCount: 0, infoCount: 5 })
  })

  it.each([
    ['no object', 'alerts'],
    ['no list', { data: { critical: 1 } }],
    ['an unknown severity', { data: [{ severity: 'fatal', count: 1 }] }],
    ['a count that is a text', { data: [{ severity: 'info', count: '1' }] }],
    ['a count below nothing', { data: [{ severity: 'info', count: -1 }] }],
    ['an entry that is nothing', { data: [null] }],
  ])('is refused if malformed: %s', { tags: ['S2-8.14'] }, (_what, answer) => {
    expect(() => readSummary(answer)).toThrow(/summary of alerts/)
  })

  it('omits malformed alerts from the list', () => {
    const alert = { severity: 'info', rule: 'Full', metric: 'load', boxOid: 'b', boxName: 'Paris', wan: 'wan1', value: 91, threshold: 90 }
    expect(readSummary({ data: [], meta: { alerts: [alert, { ...alert, value: '91' }, 7], simulated: true } })).toMatchObject({
      alerts: [alert],
      isSimulated: true,
    })
  })

  it.each(['light', 'dark'] as const)('is shown from green to red by severity in %s mode', { tags: ['S2-4.35'] }, (mode) => {
    const hues = (['critical', 'warning', 'info'] as const).map((severity) => hueOf(families[severityKinds[severity]].solid[mode]))
    expect(hues).toEqual(['red', 'orange', 'green'])
  })
})
