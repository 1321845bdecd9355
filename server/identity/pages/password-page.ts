import { html } from './markup.ts'
import { alert, fields, page } from './page-layout.ts'
import type { PageContext } from './page-layout.ts'
import { PASSWORD_LENGTH } from '../accounts/password.ts'

/** Content of the change-password page. */
export interface PasswordView {
  action: string
  mail: string
  /** Text key of the previous attempt's error. */
  error?: string
  /** The password is temporary and must be changed before sign-in continues. */
  must: boolean
}

/** Renders the change-password form. */
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

/** Renders the confirmation; a window that the console opened closes itself. */
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
