import { LOGO } from '../identity/pages/assets.ts'
import { html, type Markup, pageShell, trusted } from '../identity/pages/markup.ts'
import type { Language, Translate } from '../identity/pages/texts.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { HISTORY_MS } from './live-data.ts'
import { SESSION_SECONDS } from './live-sessions.ts'
import type { WatchedBox, WatchedWan } from './watched-box.ts'

/** Addresses of the window's style, script and font. */
export const ASSETS = `${BASE_PATHS.livemon}/assets`

/** Rendering context of live troubleshooting pages. */
export interface LivePageContext {
  t: Translate
  language: Language
  /** Address of the console, to go back to. */
  home: string
  /** Of the page's script. */
  nonce: string
}

/** Explanation of a closed window, by HTTP status. */
export const ENDINGS = { 403: 'refused', 404: 'unknown', 410: 'expired' } as const

const METRICS = ['throughput', 'latency', 'jitter', 'loss'] as const
const MINUTES = HISTORY_MS / 60_000

/** The window of a session without figures; its script fetches them with the token. */
export function livePage(context: LivePageContext, box: WatchedBox, token: string): string {
  const { t } = context
  return frame(
    context,
    `${box.name} · ${t('livemon.title')}`,
    html`<div id="live" data-token="${token}">
        <header>
          <div class="what">
            <p class="brand">${trusted(LOGO)}${t('livemon.title')}</p>
            <h1 data-box-name>${box.name}</h1>
            <p class="serial">${t('livemon.serialNumber', { serialNumber: '' })}<code data-serial>${box.serialNumber}</code></p>
          </div>
          <div class="how">
            <p class="state" role="status" data-state="connecting">
              ${(['connecting', 'live', 'lost', 'paused'] as const).map(
                (state) => html`<span data-of="${state}" ${state !== 'connecting' && html` hidden`}>${t(`livemon.state.${state}`)}</span>`,
              )}
            </p>
            <button type="button" class="plain" id="pause">
              <span data-when="running">${t('livemon.pause')}</span><span data-when="paused" hidden>${t('livemon.resume')}</span>
            </button>
            <p class="until">${t('livemon.until')} <time data-until>–</time></p>
          </div>
        </header>
        <p class="simulated">${t('livemon.simulated')}</p>
        ${box.wans.map((wan) => wanCard(t, wan))}
      </div>
      ${Object.entries(ENDINGS).map(([status, name]) => html`<section class="ended" id="ended-${status}" tabindex="-1" hidden>${ending(context, name)}</section>`)}
      <script type="module" nonce="${context.nonce}" src="${ASSETS}/live.mjs"></script>`,
  )
}

/** A page that explains why there is no data. */
export function endedPage(context: LivePageContext, status: keyof typeof ENDINGS): string {
  const { t } = context
  return frame(context, t('livemon.title'), html`<section class="ended">${ending(context, ENDINGS[status])}</section>`)
}

function ending({ t, home }: LivePageContext, name: (typeof ENDINGS)[keyof typeof ENDINGS]): Markup {
  return html`<p class="brand">${trusted(LOGO)}${t('livemon.title')}</p>
    <h1>${t(`livemon.ended.${name}`)}</h1>
    <p>${t(`livemon.ended.${name}Text`, { hours: SESSION_SECONDS / 3600 })}</p>
    <p><a class="plain" href="${home}">${t('identity.error.openConsole')}</a></p>`
}

function wanCard(t: Translate, wan: WatchedWan): Markup {
  const { identifier } = wan
  return html`<section class="wan" data-wan="${identifier}" data-enabled="${String(wan.isEnabled)}" aria-labelledby="${identifier}-name">
    <div class="about">
      <h2 id="${identifier}-name">${identifier}</h2>
      <p class="network"><span data-network>${wan.transportNetwork}</span><span class="without">${t('livemon.noNetwork')}</span></p>
      <p class="bandwidth">
        ${t('livemon.bandwidth')} <span class="down" data-bandwidth="down">–</span> <span class="up" data-bandwidth="up">–</span>
      </p>
      <p class="disabled">${t('livemon.disabled')}</p>
    </div>
    <div class="charts">${METRICS.map((metric) => chart(t, identifier, metric))}</div>
    <details>
      <summary>${t('livemon.table', { wan: identifier })}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="${t('livemon.table', { wan: identifier })}">
        <table>
          <thead>
            <tr>
              ${['time', 'download', 'upload', 'latency', 'jitter', 'loss'].map((name) => html`<th scope="col">${t(`livemon.${name}`)}</th>`)}
            </tr>
          </thead>
          <tbody></tbody>
        </table>
      </div>
    </details>
  </section>`
}

function chart(t: Translate, wan: string, metric: (typeof METRICS)[number]): Markup {
  const name = t(`livemon.${metric}`)
  const values =
    metric === 'throughput'
      ? html`<span class="down"><span class="name">${t('livemon.download')}</span> <b data-value="down">–</b></span>
          <span class="up"><span class="name">${t('livemon.upload')}</span> <b data-value="up">–</b></span>`
      : html`<b data-value="${metric}">–</b>`
  return html`<figure data-metric="${metric}">
    <figcaption><span class="metric">${name}</span><span class="values">${values}</span></figcaption>
    <div class="plot">
      <svg
        viewBox="0 0 300 100"
        preserveAspectRatio="none"
        role="img"
        aria-label="${t('livemon.chart', { metric: name, wan, minutes: MINUTES })}"
      >
        <g></g>
      </svg>
      <span class="top" aria-hidden="true"></span>
    </div>
    <p class="axis" aria-hidden="true"><span>${t('livemon.ago', { minutes: MINUTES })}</span><span>${t('livemon.now')}</span></p>
  </figure>`
}

function frame(context: LivePageContext, title: string, content: Markup): string {
  const head = html`<link rel="stylesheet" href="${ASSETS}/live.css" />`
  return pageShell(context, { title, head, body: html`<main>${content}</main>` })
}
