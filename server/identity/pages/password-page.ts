import { html } from './markup.ts'
import { alert, fields, page } from './page-layout.ts'
import type { PageContext } from './page-layout.ts'
import { PASSWORD_LENGTH } from '../accounts/password.ts'

/** What the change-password page shows. */
export interface PasswordView {
  action: string
  mail: string
  /** Key of what went wrong before. */
  error?: string
  /** The person was given a password and must choose another before going on. */
  must: boolean
}

/** The form that changes a password. */
export function passwordPage(context: PageContext, view: PasswordView): string {
  const { t } = context
  return page(
    context,
    t('identity.password.heading'),
    html`<h1>${t('identity.password.heading')}</h1>
      ${alert(view.error === undefined ? undefined : t(view.error, PASSWORD_LENGTH))}
      <p class="note">${t(view.must ? 'identity.password.must' : 'identity.error.length', PASSWORD_LENGTH)}</p>
      <form method="post" action="${view.action}">
        ${fields([
          {
            name: 'mail',
            label: t('identity.field.mail'),
            type: 'email',
            autocomplete: 'username',
            value: view.mail,
            focus: view.mail === '',
          },
          {
            name: 'current',
            label: t('identity.field.currentPassword'),
            type: 'password',
            autocomplete: 'current-password',
            focus: view.mail !== '',
          },
          { name: 'next', label: t('identity.field.newPassword'), type: 'password', autocomplete: 'new-password' },
          { name: 'repeat', label: t('identity.field.repeatPassword'), type: 'password', autocomplete: 'new-password' },
        ])}
        <div class="actions"><button class="primary" type="submit">${t('identity.password.submit')}</button></div>
      </form>`,
  )
}

/** Says that it is done; a window that the console opened for it closes itself. */
export function passwordChangedPage(context: PageContext): string {
  const { t, home } = context
  return page(
    context,
    t('identity.password.heading'),
    html`<h1>${t('identity.password.heading')}</h1>
      ${alert(t('identity.password.done'), 'success')}
      <div class="actions" data-close="window"><a class="primary" href="${home}">${t('identity.error.openConsole')}</a></div>`,
  )
}
