import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { alert, page } from './page-layout.ts'
import type { PageContext } from './page-layout.ts'
import { html, trusted } from './markup.ts'
import { chooseLanguage } from './texts.ts'
import type { Language, Translate } from './texts.ts'

/** Pages that the provider's library renders through callbacks. */
export interface IdentityPages {
  error: (ctx: KoaContextWithOIDC, out: ErrorOut) => void
  signOut: (ctx: KoaContextWithOIDC, form: string) => void
  signedOut: (ctx: KoaContextWithOIDC) => void
}

/** Creates the pages of a provider whose console is at `publicUrl`. */
export function identityPages(texts: (language: Language) => Translate, publicUrl: string): IdentityPages {
  const contextOf = (ctx: KoaContextWithOIDC): PageContext => {
    const preferred = ctx.oidc.params?.['ui_locales']
    const language = chooseLanguage([typeof preferred === 'string' ? preferred : undefined], ctx.get('accept-language'))
    return { t: texts(language), language, home: `${publicUrl}/` }
  }
  const send = (ctx: KoaContextWithOIDC, body: string): void => {
    ctx.type = 'html'
    ctx.body = body
  }
  return {
    error: (ctx, out) => send(ctx, errorPage(contextOf(ctx), out)),
    signOut: (ctx, form) => send(ctx, signOutPage(contextOf(ctx), { form, atOnce: ctx.oidc.entities.IdTokenHint !== undefined })),
    signedOut: (ctx) => send(ctx, notePage(contextOf(ctx), { heading: 'identity.signOut.done' })),
  }
}

/** Renders a note with a link back to the console. */
export function notePage(context: PageContext, { heading, text }: { heading: string; text?: string }): string {
  const { t, home } = context
  return page(
    context,
    t(heading),
    html`<h1>${t(heading)}</h1>
      ${text !== undefined && html`<p>${t(text)}</p>`}
      <div class="actions"><a class="primary" href="${home}">${t('identity.error.openConsole')}</a></div>`,
  )
}

function errorPage(context: PageContext, out: ErrorOut): string {
  const { t, home } = context
  return page(
    context,
    t('identity.error.heading'),
    html`<h1>${t('identity.error.heading')}</h1>
      ${alert(out.error_description ?? out.error)}
      <p class="note"><code>${out.error}</code></p>
      <div class="actions"><a class="primary" href="${home}">${t('identity.error.openConsole')}</a></div>`,
  )
}

/** Asks for confirmation of sign-out, unless the console's ID token proves that the person requested it. */
function signOutPage(context: PageContext, options: { form: string; atOnce: boolean }): string {
  const { t, home } = context
  const form = trusted(
    options.form
      .replace('<form ', `<form ${options.atOnce ? 'data-submit="at once" ' : ''}`)
      .replace('</form>', '<input type="hidden" name="logout" value="yes"></form>'),
  )
  return page(
    context,
    t('identity.signOut.heading'),
    html`<h1>${t('identity.signOut.heading')}</h1>
      <p>${t('identity.signOut.question')}</p>
      ${form}
      <div class="actions">
        <a href="${home}">${t('identity.signOut.stay')}</a
        ><button class="primary" type="submit" form="op.logoutForm">${t('identity.signOut.submit')}</button>
      </div>`,
  )
}
