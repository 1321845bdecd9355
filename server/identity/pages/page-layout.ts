import { LOGO } from './assets.ts'
import { html, type Markup, pageShell, trusted } from './markup.ts'
import { LANGUAGE_NAMES, LANGUAGES } from './texts.ts'
import type { Language, Translate } from './texts.ts'

/** Context of every page of the provider. */
export interface PageContext {
  t: Translate
  language: Language
  /** Address of the console, for the link back. */
  home: string
  /** Address of the page, to which language links add `lang`; absent: no language links. */
  self?: string
}

/** One labelled input of a form. */
export interface Field {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: string
  value?: string
  focus?: boolean
}

/** Renders a page around its content. */
export function page(context: PageContext, title: string, content: Markup): string {
  const { t, language, self } = context
  const head = html`<link rel="stylesheet" href="/oidc/assets/identity.css" />
    <script src="/oidc/assets/identity.js" defer></script>`
  const body = html`<main>
      <p class="brand">${trusted(LOGO)}${t('identity.product')}</p>
      ${content}
    </main>
    ${self !== undefined && languageLinks(language, self, t)}`
  return pageShell(context, { title, head, body })
}

/** Renders an error or note above a form, announced by screen readers. */
export function alert(text: string | undefined, tone: 'danger' | 'success' = 'danger'): Markup {
  if (text === undefined) return html``
  return html`<p class="alert ${tone}" role="alert">${text}</p>`
}

/** Renders labelled inputs, stacked. */
export function fields(list: readonly Field[]): Markup {
  return html`${list.map(
    (field) =>
      html`<label class="field"
        ><span>${field.label}</span
        ><input
          name="${field.name}"
          type="${field.type}"
          autocomplete="${field.autocomplete}"
          value="${field.value ?? ''}"
          required
          maxlength="250"
          ${field.focus === true && html` autofocus`}
      /></label>`,
  )}`
}

function languageLinks(current: Language, self: string, t: Translate): Markup {
  const separator = self.includes('?') ? '&' : '?'
  const links = LANGUAGES.map((language) =>
    language === current
      ? html`<span aria-current="true">${LANGUAGE_NAMES[language]}</span>`
      : html`<a href="${self}${separator}lang=${language}" lang="${language}" hreflang="${language}">${LANGUAGE_NAMES[language]}</a>`,
  )
  return html`<nav class="languages" aria-label="${t('identity.language')}">${links}</nav>`
}
