// @vitest-environment happy-dom
import { cleanup, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { customerScreen } from '../../../screens/customer.screen.ts'
import { partnerScreen } from '../../../screens/partner.screen.ts'
import { renderEditor, screen, served, testSource } from '../../support/editor/render-editor.tsx'
import { testText } from '../../support/editor/texts.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Opens the form of a new tenant below Acme. */
function show(entity: 'partner' | 'customer') {
  const types = entity === 'partner' ? ['msp', 'reseller'] : ['managed_customer', 'diy_customer']
  const parent = served({ oid: 'acme', name: 'Acme', type: 'vad', creatablePartnerTypes: types, creatableCustomerTypes: types })
  return renderEditor({
    schema: entitySchemas[entity] as EntitySchema,
    screen: (entity === 'partner' ? partnerScreen : customerScreen) as never,
    source: testSource({ one: () => Promise.resolve(parent) }),
    tenant: { oid: 'acme', name: 'Acme', type: 'vad' },
    prefill: { parentOid: 'acme' },
    validate: () => [],
  })
}

/** The chosen option of a field that shows all of its options. */
function chosenOf(entity: string, field: string): (string | null)[] {
  const group = within(screen.getByRole('radiogroup', { name: new RegExp(`^${testText(`${entity}.field.${field}`)}`) }))
  return group
    .getAllByRole<HTMLInputElement>('radio')
    .flatMap((radio) => (radio.checked ? [radio.closest('label')?.textContent ?? null] : []))
}

describe('the form of a new partner', () => {
  it('is active, with subscription licensing for those who sell', { tags: ['S0-4.28'] }, async () => {
    const { user } = show('partner')
    expect(chosenOf('partner', 'state')).toEqual([testText('partner.option.state.active')])
    const type = await screen.findByRole('combobox', { name: new RegExp(`^${testText('partner.field.type')}`) })
    await within(type).findByRole('option', { name: testText('partner.option.type.msp') })
    await user.selectOptions(type, testText('partner.option.type.msp'))
    expect(chosenOf('partner', 'licensingMode')).toEqual([testText('partner.option.licensingMode.subscription')])
  })
})

describe('the form of a new customer', () => {
  it('is active', { tags: ['S0-4.29'] }, () => {
    show('customer')
    expect(chosenOf('customer', 'state')).toEqual([testText('customer.option.state.active')])
  })
})
