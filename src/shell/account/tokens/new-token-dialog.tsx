import { chakra } from '@chakra-ui/react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '../../../../renderer/parts/controls/button.tsx'
import { NativeSelect, TextInput } from '../../../../renderer/parts/controls/controls.tsx'
import { Field } from '../../../../renderer/parts/controls/field.tsx'
import { Dialog } from '../../../../renderer/parts/overlays/dialog.tsx'
import { AlertList } from '../../../../renderer/parts/page/alert-list.tsx'
import { type MadeToken, tokenLimits, tokenRoles } from '../../../../schemas/api-tokens.ts'
import type { Role } from '../../../../schemas/tenancy.ts'
import { isBlank } from '../../../../schemas/vocabulary/blank.ts'
import { contextState } from '../../../session/context-state.ts'
import { lastTenantState } from '../../../session/current-tenant.ts'
import { useFailureText } from '../use-failure-text.ts'
import { useServiceAccounts, type TokenWish } from './use-api-tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIMES = [30, 90, 180, 365] as const
const NEW_ACCOUNT = 'new'

interface Draft {
  name: string
  tenantOid: string
  /** Empty: all rights of the owner. */
  role: '' | Role
  days: number
  /** Empty: oneself. */
  owner: string
  account: string
}

interface NewTokenDialogProps {
  make: (wish: TokenWish) => Promise<MadeToken>
  onMade: (token: MadeToken) => void
  onClose: () => void
}

/** What a new token is to be. It closes by its buttons only, so that nothing typed is lost. */
export function NewTokenDialog({ make, onMade, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation()
  const say = useFailureText()
  const formId = useId()
  const [draft, setDraft] = useState<Draft>({ ...useStart(), name: '', role: '', days: 90, owner: '', account: '' })
  const [refusal, setRefusal] = useState<string>()
  const [isTried, setTried] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (lacksOf(draft).length > 0) return
    setMaking(true)
    try {
      onMade(await make(wishOf(draft)))
    } catch (error) {
      setRefusal(say(error))
      setMaking(false)
    }
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('shell.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" loading={isMaking}>
        {t('tokens.make')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('tokens.new')} modalOnly onClose={onClose} footer={buttons}>
      <chakra.form id={formId} noValidate onSubmit={(event) => void submit(event)} display="grid" gap={4} py={1}>
        {refusal !== undefined && <AlertList label={t('tokens.new')} alerts={[{ id: 'refusal', kind: 'danger', text: refusal }]} />}
        <TokenFields draft={draft} change={(part) => setDraft({ ...draft, ...part })} lacks={isTried ? lacksOf(draft) : []} />
      </chakra.form>
    </Dialog>
  )
}

/** The tenant in which the person worked last, or their own. */
function useStart(): Pick<Draft, 'tenantOid'> {
  const { oid: last } = useSnapshot(lastTenantState)
  const { scopes, user } = useSnapshot(contextState)
  const first = Object.keys(scopes)[0] ?? ''
  return { tenantOid: last !== undefined && scopes[last] !== undefined ? last : (user?.tenant?.oid ?? first) }
}

/** Mandatory fields that are empty. */
function lacksOf({ name, owner, account, role }: Draft): (keyof Draft)[] {
  const isNew = owner === NEW_ACCOUNT
  const found: [keyof Draft, boolean][] = [
    ['name', isBlank(name)],
    ['account', isNew && isBlank(account)],
    ['role', isNew && role === ''],
  ]
  return found.filter(([, isEmpty]) => isEmpty).map(([field]) => field)
}

function wishOf({ name, tenantOid, role, days, owner, account }: Draft): TokenWish {
  return {
    name,
    tenantOid,
    expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
    ...(role !== '' && { role }),
    ...(owner === NEW_ACCOUNT ? { newAccount: account } : owner !== '' && { ownerOid: owner }),
  }
}

interface TokenFieldsProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  lacks: readonly (keyof Draft)[]
}

function TokenFields({ draft, change, lacks }: TokenFieldsProps) {
  const { t } = useTranslation()
  const { scopes } = useSnapshot(contextState)
  const mandatory = (field: keyof Draft) => (lacks.includes(field) ? t('validation.field.mandatory') : undefined)
  const isNewAccount = draft.owner === NEW_ACCOUNT
  return (
    <>
      <Line
        label={t('tokens.name')}
        value={draft.name}
        max={tokenLimits.nameLength}
        error={mandatory('name')}
        isFirst
        onChange={(name) => change({ name })}
      />
      <Choice
        label={t('tokens.tenant')}
        help={t('tokens.tenant.help')}
        value={draft.tenantOid}
        options={Object.values(scopes).map(({ oid, name }) => [oid, name])}
        onChange={(tenantOid) => change({ tenantOid, owner: '' })}
      />
      <OwnerChoice draft={draft} change={change} />
      {isNewAccount && (
        <Line
          label={t('tokens.account')}
          value={draft.account}
          max={250}
          error={mandatory('account')}
          onChange={(account) => change({ account })}
        />
      )}
      <Choice
        label={t(isNewAccount ? 'tokens.account.role' : 'tokens.role')}
        help={isNewAccount ? undefined : t('tokens.role.help')}
        error={mandatory('role')}
        value={draft.role}
        options={[['', isNewAccount ? '' : t('tokens.role.all')], ...tokenRoles.map((role) => [role, t(`role.${role}`)] as const)]}
        onChange={(role) => change({ role: role as Draft['role'] })}
      />
      <Choice
        label={t('tokens.lifetime')}
        value={String(draft.days)}
        options={LIFETIMES.map((days) => [String(days), t('tokens.days', { count: days })])}
        onChange={(days) => change({ days: Number(days) })}
      />
    </>
  )
}

/** Oneself, or an account of the tenant; whoever may not list accounts is not asked. */
function OwnerChoice({ draft, change }: Omit<TokenFieldsProps, 'lacks'>) {
  const { t } = useTranslation()
  const { scopes } = useSnapshot(contextState)
  const accounts = useServiceAccounts(draft.tenantOid)
  const mayMake =
    scopes[draft.tenantOid]?.permissions.some(({ resource, operation }) => resource === 'users' && operation === 'create') === true
  if (accounts.length === 0 && !mayMake) return null
  const named = new Map(accounts.map(({ oid, name }) => [oid, name]))
  return (
    <Choice
      label={t('tokens.owner')}
      help={t('tokens.owner.help')}
      value={draft.owner}
      options={[['', t('tokens.owner.self')], ...named, ...(mayMake ? [[NEW_ACCOUNT, t('tokens.owner.new')] as const] : [])]}
      onChange={(owner) => change({ owner })}
    />
  )
}

interface LineProps {
  label: string
  value: string
  max: number
  error: string | undefined
  isFirst?: true
  onChange: (value: string) => void
}

function Line({ label, value, max, error, isFirst, onChange }: LineProps) {
  const id = useId()
  return (
    <Field id={id} label={label} required error={error}>
      <TextInput
        id={id}
        data-autofocus={isFirst && ''}
        value={value}
        maxLength={max}
        autoComplete="off"
        aria-required
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}__error`}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

interface ChoiceProps {
  label: string
  help?: string | undefined
  error?: string | undefined
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

function Choice({ label, help, error, value, options, onChange }: ChoiceProps) {
  const id = useId()
  const ending = error === undefined ? 'help' : 'error'
  return (
    <Field id={id} label={label} help={help} error={error}>
      <NativeSelect
        id={id}
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={help === undefined && error === undefined ? undefined : `${id}__${ending}`}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
