import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { controlStates, stateLines } from '../../support/edge-box/control-states.ts'
import { sampleBoxes, applyInBrowser, applyInService, actualControl, valueOf, type SampleBoxes } from '../../support/edge-box/apply-row.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { RuleRow } from '../../support/edge-box/rule-row.ts'
import { changesAt, openBox, plantSampleBoxes, sendBox } from '../../support/edge-box/sent-boxes.ts'
import { tableOfRules } from '../../support/edge-box/table-of-rules.ts'
import { eachCase } from '../../support/each-case.ts'
import { furtherValues, patternsIn, writtenPatterns } from '../../support/edge-box/every-field.ts'
import { withoutNulls } from '../../../schemas/rules/defaults.ts'
import { setFeatures } from '../../support/samples/sample-fixtures.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { withoutSecrets } from '../../../server/entities/records/served-record.ts'

const sampled = sampleBoxes()
const schema = entitySchemas['edge-box']
const valuesOf = (record: Record<string, unknown>, { values = {} }: RuleRow): unknown =>
  Object.fromEntries(Object.keys(values).map((pointer) => [pointer, valueOf(record, pointer)]))

/** Whether the row ends while the deployment mode is being changed: the service does not know what the editor locks then. */
const isUnlocked = ({ steps }: RuleRow): boolean =>
  steps.findLast((step) => 'context' in step)?.context.editor?.['changingDeployment'] === true
const withoutDeploymentMode = (states: Map<string, string>): unknown => [...states].filter(([pointer]) => pointer !== '/deploymentMode')

describe('the rules of edge boxes', () => {
  eachCase<[RuleRow]>(tableOfRules.map((row) => [row, ...(row.facts ?? [])]))('in the editor: $about', (row) => {
    const outcome = applyInBrowser(row, sampled)
    const controls = Object.entries(row.controls ?? {})
    expect(
      Object.fromEntries(
        controls.map(([pointer, wanted]) => [
          pointer,
          actualControl(outcome.state(pointer), wanted, wanted.removable !== undefined && outcome.isRemovable(pointer)),
        ]),
      ),
    ).toEqual(row.controls ?? {})
    expect(valuesOf(outcome.record, row)).toEqual(row.values ?? {})
    if (row.refused) expect(outcome.refused).toEqual(row.refused.toSorted())
  })

  it.each(tableOfRules)('on the service: $about', (row) => {
    const inEditor = applyInBrowser(row, sampled)
    const onService = applyInService(row, sampled, inEditor)
    expect(onService.refused).toEqual(inEditor.refused)
    expect(onService.record).toEqual(inEditor.record)
    if (!isUnlocked(row)) expect(withoutDeploymentMode(controlStates(onService))).toEqual(withoutDeploymentMode(controlStates(inEditor)))
  })
})

describe('every control of an edge box', () => {
  // `npx vitest run tests/api/edge-boxes/edge-box-rules.test.ts -u` rewrites the file; review the differences.
  it(
    'has the state and the reason, before and after each row, that the file of control states records',
    { tags: ['S1-2.27', 'S1-2.29'] },
    async () => {
      const boxes = new Map(
        [...new Set(tableOfRules.map(({ start }) => start))].map((start) => [start, statesOf({ about: '', start, steps: [] })]),
      )
      const lines = [
        ...[...boxes].flatMap(([start, states]) => [`A stored box "${start}"`, ...stateLines(states)]),
        ...tableOfRules.flatMap((row) => [`${row.about} (${row.start})`, ...stateLines(statesOf(row), boxes.get(row.start))]),
      ]
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../support/edge-box/control-states.txt')
    },
  )
})

const statesOf = (row: RuleRow): Map<string, string> => controlStates(applyInBrowser(row, sampled))

/** Rows with a context are about other people or tenants. */
const rowsWithoutContext = tableOfRules.filter(({ context }) => context === undefined)
const starts = [...new Set(rowsWithoutContext.map(({ start }) => start))]

describe('the rules of edge boxes, on the real service', () => {
  let world: ApiWorld
  let overlay: string
  let planted: SampleBoxes
  beforeAll(async () => {
    world = await apiWorld('postgres')
    overlay = world.oid['managed'] ?? ''
    planted = await plantSampleBoxes(world, overlay)
  })
  afterAll(() => world.dispose())

  it.each(starts)('give the box "%s" the values and errors that the editor shows', { tags: ['S1-3.2'] }, async (start) => {
    const box = planted.boxes.get(start) ?? {}
    const { refused, oid } = await sendBox(world, overlay, { action: 'create', changes: box })
    expect(refused).toEqual([])
    const served = await openBox(world, overlay, oid)
    onTestFinished(async () => void (await sendBox(world, overlay, { action: 'delete', oid })))
    for (const row of rowsWithoutContext.filter((one) => one.start === start)) {
      const inEditor = applyInBrowser(row, planted, served)
      const changes = row.creating
        ? { ...box, name: `New ${start}`, serialNumber: `NEW-${start}`, lan: { ...(box['lan'] as Rec), subnets: [] } }
        : changesAt(inEditor.record, inEditor.touched)
      const response = await sendBox(world, overlay, {
        dryRun: true,
        changes,
        ...(row.creating ? { action: 'create' } : { action: 'update', oid }),
      })
      expect([row.about, response.refused]).toEqual([row.about, row.refused?.toSorted() ?? inEditor.refused])
      if (response.refused.length === 0 && Object.keys(changes).length > 0)
        expect([row.about, valuesOf(response.record, row)]).toEqual([row.about, row.values ?? {}])
    }
  })

  it('are no obstacle to any field: each is stored, read and changed', { tags: ['S1-3.2'] }, async () => {
    const headers = { 'x-overlay-oid': overlay }
    const server = { name: 'Logs', ipOrHostname: 'logs.example.test', protocolId: 17, port: 514 }
    const syslog = (await world.call('POST', '/api/v1/syslogServer', { headers, body: { data: [server] } })).body.data[0]?.['oid']
    const further = furtherValues((name) => (name === 'syslog' ? String(syslog) : planted.oidOf(name)))
    const readable = (record: Rec): unknown => withoutNulls(withoutSecrets(record, schema), schema)
    const sent: Rec[] = []
    for (const [name, box] of planted.boxes) {
      await setFeatures(world, overlay, { cloud_security: name === 'guarded', sdi: name === 'guarded' })
      const changes = further[name] ?? {}
      const { oid, refused } = await sendBox(world, overlay, { action: 'create', changes: box })
      expect([name, refused]).toEqual([name, []])
      expect([name, await openBox(world, overlay, oid)]).toMatchObject([name, readable(box)])
      if (further[name]) expect([name, (await sendBox(world, overlay, { action: 'update', oid, changes })).refused]).toEqual([name, []])
      expect([name, await openBox(world, overlay, oid)]).toMatchObject([name, readable(changes)])
      sent.push(box, changes)
      await sendBox(world, overlay, { action: 'delete', oid, revision: further[name] ? 2 : 1 })
    }
    const known = new Set(sent.flatMap((record) => patternsIn(record)))
    expect(writtenPatterns(schema).filter((pattern) => !known.has(pattern))).toEqual([])
  })
})
