import type { FieldError, ServedRecord } from '../../schemas/plan.ts'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { oneRecord } from '../entities/records/one-record.ts'
import { html, type Markup } from '../identity/pages/markup.ts'
import { applyPlan } from '../plan/apply-plan.ts'
import { ALERT_SETTINGS } from '../supervision/alerts.ts'
import { fieldName, readRules, RULE_FIELDS, storedRule, typedRules, type RuleField, type TypedRule } from './alert-form.ts'
import type { DrawnView, OwnView, ViewContext } from './own-view.ts'

/** The alert configurator (S2 section 2): a form that works without a script, and stores what every other writer would. */
export const alertRulesView: OwnView = {
  base: 'supervision',
  path: '/alerting-config/:sdc/',
  right: { resource: 'supervision', operation: 'update' },
  allows: ['allow-scripts', 'allow-forms'],
  async show(context) {
    const record = await stored(context)
    const isSaved = context.query['saved'] === '1'
    return drawn(context, record, {
      rules: typedRules(record['rules']),
      ...(isSaved && { notice: { kind: 'success', text: 'alerting.saved' } }),
    })
  },
  async take(context, form) {
    const { rules, revision, asked } = readRules(form)
    if (asked.what === 'save') return save(context, { rules, revision })
    const record = { ...(await stored(context)), revision }
    const notice: Notice = { kind: 'info', text: 'alerting.notStored' }
    if (asked.what === 'remove') return drawn(context, record, { rules: rules.filter((_rule, index) => index !== asked.index), notice })
    return drawn(context, record, { rules: [...rules, blankRule(context)], notice, isAdded: true })
  },
}

interface Notice {
  kind: 'success' | 'info' | 'danger'
  /** Text key. */
  text: string
}

interface Shown {
  rules: readonly TypedRule[]
  notice?: Notice
  errors?: readonly FieldError[]
  /** The last rule has just been added and gets the focus. */
  isAdded?: boolean
  status?: number
}

/** The rules as they are now. */
async function stored({ db, caller, overlay }: ViewContext): Promise<ServedRecord> {
  return oneRecord(db, caller, { model: catalogueOf(db).model(ALERT_SETTINGS), oid: overlay.oid, named: undefined })
}

async function save(
  context: ViewContext,
  { rules, revision }: { rules: readonly TypedRule[]; revision: number },
): Promise<DrawnView | { to: string }> {
  const { db, caller, overlay, reopened } = context
  const item = { entity: ALERT_SETTINGS, action: 'update' as const, oid: overlay.oid, revision, changes: { rules: rules.map(storedRule) } }
  const { result, status } = await applyPlan({ database: db, caller }, { items: [item], source: 'editor', tenantOid: overlay.oid })
  if (result.applied) return { to: reopened({ saved: '1' }) }
  const [refused] = result.items
  const record = await stored(context)
  // After a conflict message, saving again overwrites the other person's change.
  if (refused?.current !== undefined)
    return drawn(context, record, { rules, notice: { kind: 'danger', text: 'alerting.changedMeanwhile' }, status })
  const errors = (refused?.errors ?? []).map((error) => ({ ...error, pointer: error.pointer.replace(/^\/items\/0\/changes/, '') }))
  return drawn(context, { ...record, revision }, { rules, errors, notice: { kind: 'danger', text: 'validation.global.error' }, status })
}

/** What the schema says about the fields of a rule. */
function fieldsOf({ db }: ViewContext): { fields: Record<string, PropertySchema>; most: number } {
  const rules = catalogueOf(db).model(ALERT_SETTINGS).schema.properties['rules']
  return { fields: rules?.items?.properties ?? {}, most: rules?.maxItems ?? 0 }
}

function blankRule(context: ViewContext): TypedRule {
  const { fields } = fieldsOf(context)
  const [first] = typedRules([Object.fromEntries(RULE_FIELDS.map((name) => [name, fields[name]?.default]))])
  return first ?? { id: '', name: '', metric: '', threshold: '', severity: '', enabled: '' }
}

function drawn(context: ViewContext, record: ServedRecord, shown: Shown): DrawnView {
  const { t, self, ticket } = context
  const { rules, notice, errors = [], isAdded = false, status } = shown
  const { most } = fieldsOf(context)
  const whole = errors.filter(({ pointer }) => !/^\/rules\/\d+\/./.test(pointer))
  const content = html`${notice !== undefined && html`<p class="alert ${notice.kind}" role="${notice.kind === 'danger' ? 'alert' : 'status'}">${t(notice.text)}</p>`}
    ${whole.map((error) => html`<p class="alert danger" role="alert">${said(t, error)}</p>`)}
    <form method="post" action="${self()}" novalidate>
      <button class="first" name="do" value="save" tabindex="-1" aria-hidden="true"></button>
      <input type="hidden" name="ticket" value="${ticket}" />
      <input type="hidden" name="revision" value="${record.revision}" />
      <input type="hidden" name="count" value="${rules.length}" />
      <section class="card flush">
        <h2>${t('alert-settings.field.rules')}</h2>
        <p class="note">${t('alert-settings.help.rules.threshold')}</p>
        ${rules.length === 0 ? html`<p class="note">${t('alerting.none')}</p>` : ruleTable(context, { rules, errors, isAdded })}
      </section>
      <div class="actions">
        <span class="changed">${changed(context, record)}</span>
        ${rules.length < most && html`<button class="plain" name="do" value="add">${t('alerting.add')}</button>`}
        <button class="primary" name="do" value="save">${t('alerting.save')}</button>
      </div>
    </form>`
  return { title: t('shell.place.alertConfigurator'), content, isSimulated: false, ...(status !== undefined && { status }) }
}

function changed({ t, language, zone }: ViewContext, { lastModified }: ServedRecord): string {
  if (lastModified === undefined || lastModified.user === '') return ''
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
    new Date(lastModified.date),
  )
  return t('alerting.changed', { date, name: lastModified.user })
}

interface RuleTable {
  rules: readonly TypedRule[]
  errors: readonly FieldError[]
  isAdded: boolean
}

function ruleTable(context: ViewContext, { rules, errors, isAdded }: RuleTable): Markup {
  const { t } = context
  const title = t('alert-settings.field.rules')
  const focused = isAdded ? fieldName(rules.length - 1, 'name') : firstWrong({ rules, errors })
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
    <table class="rules">
      <thead>
        <tr>
          ${RULE_FIELDS.map((field) => html`<th scope="col">${t(`alert-settings.field.rules.${field}`)}</th>`)}
          <th scope="col"><span class="unseen">${t('alerting.remove')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rules.map(
          (rule, index) =>
            html`<tr>
              ${RULE_FIELDS.map((field) => cell(context, { rule, index, field, errors, focused }))}
              <td>
                <input type="hidden" name="${fieldName(index, 'id')}" value="${rule.id}" />
                <button
                  class="plain"
                  name="do"
                  value="remove.${index}"
                  aria-label="${t('alerting.removeNamed', { name: rule.name || index + 1 })}"
                >
                  ${t('alerting.remove')}
                </button>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

interface Cell {
  rule: TypedRule
  index: number
  field: RuleField
  errors: readonly FieldError[]
  /** Name of the field that gets the focus. */
  focused: string | undefined
}

/** Name of the first field that was refused, in the order in which they stand. */
function firstWrong({ rules, errors }: Pick<RuleTable, 'rules' | 'errors'>): string | undefined {
  const wrong = new Set(errors.map(({ pointer }) => pointer))
  const fields = rules.flatMap((_rule, index) => RULE_FIELDS.map((field) => ({ field, index })))
  const first = fields.find(({ field, index }) => wrong.has(`/rules/${index}/${field}`))
  return first && fieldName(first.index, first.field)
}

function cell(context: ViewContext, { rule, index, field, errors, focused }: Cell): Markup {
  const { t } = context
  const name = fieldName(index, field)
  const wrong = errors.filter(({ pointer }) => pointer === `/rules/${index}/${field}`)
  const said0 = `${name}.error`
  const label = t('alerting.ofRule', { field: t(`alert-settings.field.rules.${field}`), place: index + 1 })
  const state = html`name="${name}" aria-label="${label}" ${name === focused && html`data-focus`}
  ${wrong.length > 0 && html`aria-invalid="true" aria-describedby="${said0}"`}`
  return html`<td>
    ${input(context, { field, value: rule[field], state })}
    ${wrong.length > 0 && html`<p class="error" id="${said0}">${wrong.map((error) => said(t, error)).join(' ')}</p>`}
  </td>`
}

function input(context: ViewContext, { field, value, state }: { field: RuleField; value: string; state: Markup }): Markup {
  const { t } = context
  const { fields } = fieldsOf(context)
  const { enum: options, type, minimum, maximum, maxLength } = fields[field] ?? {}
  if (options !== undefined)
    return html`<select ${state}>
      ${options.map((option) => {
        const name = String(option)
        return html`<option value="${name}" ${name === value && html`selected`}>
          ${t(`alert-settings.option.rules.${field}.${name}`)}
        </option>`
      })}
    </select>`
  if (type === 'boolean') return html`<input type="checkbox" ${state} ${value !== '' && html`checked`} />`
  if (type === 'integer')
    return html`<input type="number" ${state} min="${minimum ?? ''}" max="${maximum ?? ''}" step="1" value="${value}" />`
  return html`<input type="text" ${state} maxlength="${maxLength ?? ''}" value="${value}" autocomplete="off" />`
}

/** An error in the reader's language. */
function said(t: ViewContext['t'], { key, params = {}, message }: FieldError): string {
  const given = Object.entries(params).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'number' ? value : String(value),
  ])
  try {
    return t(key, Object.fromEntries(given))
  } catch {
    return message
  }
}
