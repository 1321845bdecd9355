import { describe, expect, it } from 'vitest'
import { editorTexts } from '../../../renderer/editor/layout/editor-texts.ts'
import { sortRefusals } from '../../../renderer/editor/save/send-plan.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import { hasTestText, testText } from '../../support/editor/texts.ts'
import type { FactId } from '../../proofs/facts.ts'
import { OIDS } from '../platform/fixtures/tenants.ts'
import type { Item } from '../client/http.ts'
import { consoleCalls, failureOf, shownOf } from './console-calls.ts'

const calls = consoleCalls()
const texts = editorTexts(await loadSchema('partner'), { t: testText, hasText: hasTestText, language: 'en' })
const path = '/api/v1/partners'
const rename = { entity: 'partner', action: 'update', oid: OIDS.msp, revision: 0, changes: { name: 'Renamed' } } as const

const UNKNOWN = ['Unknown error']
const two = { messages: ['Name is taken.', 'Contact is missing.'] }

interface Case {
  about: string
  /** What the stand-in plays. */
  fault: Item
  /** What the console shows. */
  shown: string[]
  /** Fields at which it shows an error, with the text. */
  fields?: Record<string, string>
  facts: FactId[]
}

/** The shapes of S0 section 8, one row each: detail, else errors, else 'Unknown error'. */
const shapes: Case[] = [
  { about: 'a detail', fault: { ...two, shape: 'detail' }, shown: ['Name is taken. Contact is missing.'], facts: ['S0-8.1', 'S0-8.5'] },
  { about: 'errors with a message each', fault: { ...two, shape: 'objects' }, shown: two.messages, facts: ['S0-8.1', 'S0-8.5'] },
  { about: 'errors that are texts', fault: { ...two, shape: 'texts' }, shown: two.messages, facts: ['S0-8.1', 'S0-8.5'] },
  {
    about: 'a detail that goes before errors',
    fault: { body: { detail: 'Partners are frozen today.', errors: [{ message: 'Not now.' }] } },
    shown: ['Partners are frozen today.'],
    facts: ['S0-8.1'],
  },
  { about: 'errors that say the same', fault: { body: { errors: ['No.', 'No.'] } }, shown: ['No.'], facts: ['S0-8.1'] },
  { about: 'errors without a text', fault: { body: { errors: [{ code: 7 }, null] } }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'an empty list of errors', fault: { body: { errors: [] } }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'an object without a reason', fault: { body: { status: 400 } }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'a list', fault: { body: ['No.'] }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'null', fault: { text: 'null' }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'nothing', fault: { shape: 'empty' }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'a page', fault: { shape: 'html' }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'a text', fault: { text: 'Bad Request' }, shown: UNKNOWN, facts: ['S0-8.2'] },
  { about: 'JSON by name only', fault: { text: '{"detail":', type: 'application/json' }, shown: UNKNOWN, facts: ['S0-8.2'] },
  {
    about: 'a detail that says that it is a text',
    fault: { shape: 'detail', messages: ['Name is taken.'], type: 'text/plain' },
    shown: ['Name is taken.'],
    facts: ['S0-8.1'],
  },
  {
    about: 'an error of a field in words',
    fault: { body: { errors: [{ pointer: '/data/0/name', message: 'Name is taken.' }] } },
    shown: ['Name is taken.'],
    fields: { '/name': 'Name is taken.' },
    facts: ['S0-8.1'],
  },
  {
    about: 'an error of a field by a key of section 5',
    fault: { body: { errors: [{ pointer: '/data/0/name', key: 'validation.field.mandatory', message: 'Pflichtfeld' }] } },
    shown: ['This field is mandatory.'],
    fields: { '/name': 'This field is mandatory.' },
    facts: ['S0-8.1'],
  },
]

describe('a refused change is reported with', () => {
  for (const { about, fault, shown, fields = {}, facts } of shapes)
    for (const status of [400, 500])
      it(`${about}, as status ${status}`, { tags: facts }, async () => {
        await calls.platform.fail({ path, method: 'PUT', times: 6, status, ...fault })
        const error = await failureOf(calls.save(rename))
        expect({ status: error.status, shown: shownOf(error) }).toEqual({ status, shown })
        const atFields = sortRefusals(error.errors, () => true).fields.map((refusal) => [refusal.pointer, texts.refusal(refusal)])
        expect(Object.fromEntries(atFields)).toEqual(fields)
      })
})
