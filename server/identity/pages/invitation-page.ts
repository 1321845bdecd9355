import { html } from './markup.ts'
import { alert, fields, page } from './page-layout.ts'
import type { PageContext } from './page-layout.ts'
import { PASSWORD_LENGTH } from '../accounts/password.ts'

/** Content of the invitation page. */
export interface InvitationView {
  action: string
  mail: string
  /** The person's current name; empty if unknown. */
  name: string
  /** Text key of the previous attempt's error. */
  error?: string
}

/** Renders the form in which an invited person chooses a name and a password. */
export function invitationPage(context: PageContext, view: InvitationView): string {
  const { t } = context
  const own: Fields = [
    { name: 'name', label: t('identity.field.name'), type: 'text', autocomplete: 'name', value: view.name, focus: view.name === '' },
    { name: 'next', label: t('identity.field.newPassword'), type: 'password', autocomplete: 'new-password', focus: view.name !== '' },
    { name: 'repeat', label: t('identity.field.repeatPassword'), type: 'password', autocomplete: 'new-password' },
  ]
  const about = t('identity.invitation.about', { mail: view.mail, ...PASSWORD_LENGTH })
  return formPage(context, view, { about, fields: own, submit: t('identity.invitation.submit') })
}

/** Renders the form in which a person with an account accepts the invitation. */
export function joinPage(context: PageContext, view: InvitationView): string {
  const { t } = context
  const own: Fields = [
    { name: 'current', label: t('identity.field.password'), type: 'password', autocomplete: 'current-password', focus: true },
  ]
  return formPage(context, view, {
    about: t('identity.invitation.join', { mail: view.mail }),
    fields: own,
    submit: t('identity.invitation.accept'),
  })
}

type Fields = Parameters<typeof fields>[0]

interface InvitationForm {
  about: string
  fields: Fields
  submit: string
}

function formPage(context: PageContext, view: InvitationView, form: InvitationForm): string {
  const { t } = context
  return page(
    context,
    t('identity.invitation.heading'),
    html`<h1>${t('identity.invitation.heading')}</h1>
      ${alert(view.error === undefined ? undefined : t(view.error, PASSWORD_LENGTH))}
      <p class="note">${form.about}</p>
      <form method="post" action="${view.action}">
        <input type="hidden" name="mail" autocomplete="username" value="${view.mail}" />
        ${fields(form.fields)}
        <div class="actions"><button class="primary" type="submit">${form.submit}</button></div>
      </form>`,
  )
}

/** Renders the confirmation `done` with a link to the console. */
export function welcomePage(context: PageContext, done: string): string {
  const { t, home } = context
  return page(
    context,
    t('identity.invitation.heading'),
    html`<h1>${t('identity.invitation.heading')}</h1>
      ${alert(t(done), 'success')}
      <div class="actions"><a class="primary" href="${home}">${t('identity.error.openConsole')}</a></div>`,
  )
}
