import { createRequire } from 'node:module'

const LIGHT = `--canvas: #f6f7f9; --surface: #ffffff; --subtle: #f1f3f6; --fg: #171a1f; --muted: #4d5561; --border: #e3e6eb; --control: #878f9b;
  --accent: #3056d3; --accent-hover: #2a4cc0; --on-accent: #ffffff; --link: #2a4cc0; --danger: #b3202e; --danger-bg: #fff0f1; --success: #136a43; --success-bg: #eafaf2;`
const DARK = `--canvas: #0c0e11; --surface: #13161a; --subtle: #1a1e24; --fg: #e8eaee; --muted: #a4adb9; --border: #262b33; --control: #67717e;
  --accent: #4464e6; --accent-hover: #3a58d6; --on-accent: #ffffff; --link: #9fb4ff; --danger: #ff9098; --danger-bg: #28141a; --success: #5fd0a0; --success-bg: #10231b;`

/** CSS variables for both colour modes: the system's, unless the page sets `data-look`; print is light. */
export function inBothLooks(light: string, dark: string): string {
  return `:root { color-scheme: light; ${light} }
@media screen and (prefers-color-scheme: dark) { :root:not([data-look="light"]) { color-scheme: dark; ${dark} } }
@media screen { :root[data-look="dark"] { color-scheme: dark; ${dark} } }`
}

/** The console's palette and typography for pages served without a build; `typeface` is the font's URL. */
export function baseStyle(typeface: string): string {
  return `
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url(${typeface}) format("woff2"); }
${inBothLooks(LIGHT, DARK)}
* { box-sizing: border-box; }
html { font: 14px/20px "Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif; -webkit-font-smoothing: antialiased; }
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 16px; color: var(--fg); font-weight: 600; }
.brand svg { width: 24px; height: 24px; }
button { font: inherit; cursor: pointer; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: 12px/16px "JetBrains Mono Variable", ui-monospace, monospace; padding: 1px 4px; border-radius: 4px; background: var(--subtle); color: var(--fg); }
`.trim()
}

/** Style of the provider's pages. */
export const STYLE = `
${baseStyle('/oidc/assets/inter.woff2')}
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 16px; padding: 24px 16px; background: var(--canvas); color: var(--fg); }
main { width: 100%; max-width: 480px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; padding: 24px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
h2 { margin: 24px 0 4px; font-size: 13px; font-weight: 600; }
p { margin: 0 0 16px; }
.note { color: var(--muted); font-size: 13px; margin-bottom: 8px; }
.alert { padding: 8px 12px; border-radius: 6px; font-size: 13px; }
.alert.danger { color: var(--danger); background: var(--danger-bg); }
.alert.success { color: var(--success); background: var(--success-bg); }
.field { display: block; margin-bottom: 12px; }
.field span { display: block; margin-bottom: 4px; font-size: 13px; font-weight: 500; }
input { width: 100%; height: 36px; padding: 0 10px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; }
.actions { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin-top: 16px; }
.primary { height: 36px; padding: 0 16px; font-weight: 500; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 6px; }
.primary:hover { background: var(--accent-hover); }
.plain { height: 36px; padding: 0 12px; color: inherit; background: none; border: 1px solid var(--control); border-radius: 6px; }
.primary:is(a) { display: inline-flex; align-items: center; text-decoration: none; }
.accounts { list-style: none; margin: 0 -8px; padding: 0; }
.accounts button { display: grid; grid-template-columns: minmax(0, 168px) 1fr; gap: 8px; width: 100%; min-height: 32px; align-items: center; padding: 4px 8px; text-align: left; color: inherit; background: none; border: 0; border-radius: 6px; }
.accounts button:hover { background: var(--subtle); }
.accounts .mail { font-weight: 500; overflow: hidden; text-overflow: ellipsis; }
.accounts .role { color: var(--muted); font-size: 13px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--border); }
details form { margin-top: 12px; }
summary { cursor: pointer; font-weight: 500; font-size: 13px; }
.languages { display: flex; gap: 16px; font-size: 13px; color: var(--muted); }
.languages a { color: var(--muted); }
.languages [aria-current] { color: var(--fg); font-weight: 500; }
@media (max-width: 480px) { body { justify-content: flex-start; } .accounts button { grid-template-columns: 1fr; gap: 0; } }
`.trim()

/** Script of the provider's pages: submits forms and closes windows automatically. Every page works without it. */
export const SCRIPT = `
for (const form of document.querySelectorAll('form[data-submit="at once"]')) form.submit();
if (document.querySelector('[data-close="window"]') && window.opener) window.close();
`.trim()

/** Path of the console's font file, Latin subset. */
export function typefaceFile(): string {
  return createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
}

/** The product's logo, as the console shows it (`src/public/favicon.svg`). */
export const LOGO = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3056d3"/>',
  '<g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"><path d="M9 11.5 16 16l7-4.5M16 16v7"/></g>',
  '<g fill="#fff"><circle cx="8.5" cy="11" r="2.6"/><circle cx="23.5" cy="11" r="2.6"/><circle cx="16" cy="23.5" r="2.6"/><circle cx="16" cy="16" r="3"/></g></svg>',
].join('')

/** The logo as a favicon. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO)}`
