// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failingService, refusal } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const service = failingService()
const secret = `sdwan_${'x'.repeat(45)}7Qz9`
const kept = {
  oid: 'k1',
  name: 'Nightly sync',
  tenantOid: 't1',
  tenantName: 'Northwind',
  ownerOid: 'u1',
  ownerName: 'Ada',
  role: 'viewer',
  expiresAt: '2027-01-31T12:00:00.000Z',
  createdAt: '2026-11-01T12:00:00.000Z',
  state: 'active',
  ending: '7Qz9',
}

/** Opens the account page; the service answers the making of a token with `answer`. */
async function openAccount(answer: () => unknown = () => ({ data: [{ ...kept, secret }] })) {
  service.on('* /service/*', () => ({ data: [], meta: {} }))
  service.on('GET /service/profile/apiTokens', () => ({ data: [kept] }))
  const made = service.on('POST /service/profile/apiTokens', answer)
  const revoked = service.on('DELETE /service/profile/apiTokens/*', () => undefined)
  const mayAttach = { permissions: [{ resource: 'users', operation: 'create' as const }] }
  const accounts = service.on('POST /service/serviceAccounts', () => ({ data: [{ userOid: 'a1', name: 'Backup job' }] }))
  const { user } = await renderConsole('/userInfo', { scopes: [scopeWith('msp', [], mayAttach)], client: service.client })
  await screen.findByText('Nightly sync')
  return { user, made, revoked, accounts }
}

describe('the API tokens of an account', () => {
  it('are made for a tenant, and tell their secret once, to copy', async () => {
    const { user, made } = await openAccount()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'New token' }))
    await user.click(screen.getByRole('button', { name: 'Make token' }))
    expect(screen.getByText('This field is mandatory.')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Report')
    await user.selectOptions(screen.getByRole('combobox', { name: 'At most the rights of' }), 'viewer')
    await user.click(screen.getByRole('button', { name: 'Make token' }))
    const shown = await screen.findByRole('dialog', { name: 'Token Nightly sync' })
    expect(within(shown).getByText(secret)).toBeDefined()
    expect(made).toMatchObject([
      { body: { data: [{ name: 'Report', tenantOid: 't1', role: 'viewer', expiresAt: expect.stringMatching(/Z$/) }] } },
    ])
    await user.click(within(shown).getByRole('button', { name: 'Copy Secret' }))
    expect(copied).toHaveBeenCalledWith(secret)
    await user.click(within(shown).getByRole('button', { name: 'I have copied it' }))
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
  })

  it('say why one is refused, and keep what was typed', async () => {
    const { user } = await openAccount(() => refusal({ status: 400, detail: 'You have no role on this tenant.' }))
    await user.click(screen.getByRole('button', { name: 'New token' }))
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Report')
    await user.click(screen.getByRole('button', { name: 'Make token' }))
    expect(await screen.findByText(/You have no role on this tenant/)).toBeDefined()
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Report')
  })

  it('are made for a new service account, which gets its role first', async () => {
    const { user, made, accounts } = await openAccount()
    await user.click(screen.getByRole('button', { name: 'New token' }))
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Nightly')
    await user.selectOptions(screen.getByRole('combobox', { name: 'On behalf of' }), 'new')
    await user.type(screen.getByRole('textbox', { name: /^Name of the account/ }), 'Backup job')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role of the account' }), 'viewer')
    await user.click(screen.getByRole('button', { name: 'Make token' }))
    await screen.findByText(secret)
    expect(accounts).toMatchObject([{ body: { data: [{ name: 'Backup job', tenantOid: 't1', role: 'viewer' }] } }])
    expect(made).toMatchObject([{ body: { data: [{ name: 'Nightly', ownerOid: 'a1' }] } }])
  })

  it('are revoked after a question', async () => {
    const { user, revoked } = await openAccount()
    await user.click(screen.getByRole('button', { name: 'Revoke Nightly sync' }))
    const question = screen.getByRole('alertdialog', { name: 'Revoke Nightly sync?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(revoked).toHaveLength(1))
  })
})
