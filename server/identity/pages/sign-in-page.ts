import type { DemoLine } from '../accounts/demo-lines.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'
import { alert, fields, page } from './page-layout.ts'
import type { PageContext } from './page-layout.ts'

/** Content of the sign-in page. */
export interface SignInView {
  /** Target of the forms. */
  action: string
  passwordPage: string
  mail: string
  /** Text key of the previous attempt's error. */
  error?: string
  /** Empty outside the demo world. */
  accounts: DemoLine[]
  demoPassword: string
}

/** Renders the sign-in page: demo accounts, one per line, and the form. */
export function signInPage(context: PageContext, view: SignInView): string {
  const { t } = context
  const alone = view.accounts.length === 0
  const focused = focusOf(view)
  const form = html`<form method="post" action="${view.action}">
    ${fields([
      {
        name: 'mail',
        label: t('identity.field.mail'),
        type: 'email',
        autocomplete: 'username',
        value: view.mail,
        focus: focused === 'mail',
      },
      {
        name: 'password',
        label: t('identity.field.password'),
        type: 'password',
        autocomplete: 'current-password',
        focus: focused === 'password',
      },
    ])}
    <div class="actions">
      <button class="primary" type="submit">${t('identity.signIn.submit')}</button
      ><a href="${view.passwordPage}">${t('identity.signIn.changePassword')}</a>
    </div>
  </form>`
  const body = alone
    ? form
    : html`${demoList(context, view)}<details${view.error !== undefined && html` open`}><summary>${t('identity.signIn.other')}</summary>${form}</details>`
  return page(
    context,
    t('identity.title'),
    html`<h1>${t('identity.signIn.heading')}</h1>
      ${alert(view.error === undefined ? undefined : t(view.error))} ${body}`,
  )
}

/** The field to focus; none while choosing a demo account is more likely. */
function focusOf(view: SignInView): 'mail' | 'password' | undefined {
  if (view.mail !== '') return 'password'
  return view.accounts.length === 0 ? 'mail' : undefined
}

function demoList({ t }: PageContext, view: SignInView): Markup {
  const [before, after] = t('identity.signIn.demoHelp', { password: '\0' }).split('\0')
  return html`<h2>${t('identity.signIn.demo')}</h2>
    <p class="note">${before}<code>${view.demoPassword}</code>${after}</p>
    <form method="post" action="${view.action}">
      <input type="hidden" name="password" value="${view.demoPassword}" />
      <ul class="accounts">
        ${view.accounts.map(
          (line) =>
            html`<li>
              <button type="submit" name="mail" value="${line.mail}">
                <span class="mail">${line.mail}</span><span class="role">${roleOf(line, t)}</span>
              </button>
            </li>`,
        )}
      </ul>
    </form>`
}

function roleOf(line: DemoLine, t: PageContext['t']): string {
  if (line.tenants === 0) return t('identity.signIn.noTenant')
  const role = line.role === undefined ? t('identity.signIn.severalRoles') : t(`identity.role.${line.role}`)
  return `${role} · ${line.tenant ?? t('identity.signIn.tenants', { count: line.tenants })}`
}
