import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { apiWorld, type ApiWorld } from '../../support/api/api-world.ts'
import { controlStates, stateLines } from '../../support/edge-box/control-states.ts'
import { sampleBoxes, applyInBrowser, applyInService, shown, valueOf, type SampleBoxes } from '../../support/edge-box/apply-row.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { RuleRow } from '../../support/edge-box/rule-row.ts'
import { changesAt, openBox, plantSampleBoxes, sendBox } from '../../support/edge-box/sent-boxes.ts'
import { tableOfRules } from '../../support/edge-box/table-of-rules.ts'
import { eachCase } from '../../support/each-case.ts'

const sampled = sampleBoxes()
const valuesOf = (record: Record<string, unknown>, { values = {} }: RuleRow): unknown =>
  Object.fromEntries(Object.keys(values).map((pointer) => [pointer, valueOf(record, pointer)]))

/** The service knows nothing of what an editor locks while the deployment mode is being changed. */
const isUnlocked = ({ steps }: RuleRow): boolean =>
  steps.findLast((step) => 'context' in step)?.context.editor?.['changingDeployment'] === true
const ofEverybody = (states: Map<string, string>): unknown => [...states].filter(([at]) => at !== '/deploymentMode')

describe('the rules of edge boxes', () => {
  eachCase<[RuleRow]>(tableOfRules.map((row) => [row, ...(row.facts ?? [])]))('in the editor: $about', (row) => {
    const outcome = applyInBrowser(row, sampled)
    const controls = Object.entries(row.controls ?? {})
    expect(
      Object.fromEntries(
        controls.map(([at, wanted]) => [at, shown(outcome.state(at), wanted, wanted.removable !== undefined && outcome.isRemovable(at))]),
      ),
    ).toEqual(row.controls ?? {})
    expect(valuesOf(outcome.record, row)).toEqual(row.values ?? {})
    if (row.refused) expect(outcome.refused).toEqual(row.refused.toSorted())
  })

  it.each(tableOfRules)('on the service: $about', (row) => {
    const typed = applyInBrowser(row, sampled)
    const settled = applyInService(row, sampled, typed)
    expect(settled.refused).toEqual(typed.refused)
    expect(settled.record).toEqual(typed.record)
    if (!isUnlocked(row)) expect(ofEverybody(controlStates(settled))).toEqual(ofEverybody(controlStates(typed)))
  })
})

describe('every control of an edge box', () => {
  // `npx vitest run tests/api/edge-boxes/edge-box-rules.test.ts -u` writes the file anew: read what differs.
  it(
    'stands before and after each row as the file of control states says, and for the reasons that it says',
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

/** Contexts of rows are those of other people and tenants. */
const everybody = tableOfRules.filter(({ context }) => context === undefined)
const starts = [...new Set(everybody.map(({ start }) => start))]

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

  it.each(starts)('make of the box "%s" what an editor shows', { tags: ['S1-3.2'] }, async (start) => {
    const box = planted.boxes.get(start) ?? {}
    const { refused, oid } = await sendBox(world, overlay, { action: 'create', changes: box })
    expect(refused).toEqual([])
    const served = await openBox(world, overlay, oid)
    onTestFinished(async () => void (await sendBox(world, overlay, { action: 'delete', oid })))
    for (const row of everybody.filter((one) => one.start === start)) {
      const typed = applyInBrowser(row, planted, served)
      const changes = row.creating
        ? { ...box, name: `New ${start}`, serialNumber: `NEW-${start}`, lan: { ...(box['lan'] as Rec), subnets: [] } }
        : changesAt(typed.record, typed.touched)
      const said = await sendBox(world, overlay, {
        dryRun: true,
        changes,
        ...(row.creating ? { action: 'create' } : { action: 'update', oid }),
      })
      expect([row.about, said.refused]).toEqual([row.about, row.refused?.toSorted() ?? typed.refused])
      if (said.refused.length === 0 && Object.keys(changes).length > 0)
        expect([row.about, valuesOf(said.record, row)]).toEqual([row.about, row.values ?? {}])
    }
  })
})
