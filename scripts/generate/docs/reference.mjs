// Runs on every page of the reference: the theme that the console has, and a search over all pages of the language.

const root = document.documentElement
const showTheme = (theme) => (root.style.colorScheme = theme === 'dark' || theme === 'light' ? theme : '')

/** What a person chose in the console, where that keeps it; anything else follows the system. */
function chosenTheme() {
  try {
    return JSON.parse(localStorage.getItem('preferences') ?? '{}').theme ?? localStorage.getItem('colorMode')
  } catch {
    return undefined
  }
}

showTheme(chosenTheme())
addEventListener('storage', () => showTheme(chosenTheme()))
// Paper is light.
addEventListener('beforeprint', () => showTheme('light'))
addEventListener('afterprint', () => showTheme(chosenTheme()))

/** Hits that are shown. */
const MOST = 30
/** Entries of the index: text, where it stands, address. */
let index

const folded = (text) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

function load() {
  index ??= fetch('search.json')
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .then((entries) => entries.map(([text, where, href]) => ({ text, where, href, name: folded(text), all: folded(`${text} ${where}`) })))
    .catch((error) => {
      // Asked for again with the next letter.
      index = undefined
      throw error
    })
  return index
}

/** Entries that hold every word: those of whose own words one begins with the first come first, each in the order of the index. */
async function find(text) {
  const words = folded(text).split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return undefined
  const rank = ({ name }) => Number(!` ${name}`.includes(` ${first}`))
  const found = (await load()).filter(({ all }) => words.every((word) => all.includes(word)))
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST)
}

function line({ text, where, href }) {
  const [item, link, hint] = ['li', 'a', 'span'].map((name) => document.createElement(name))
  link.href = href
  hint.textContent = where
  link.append(text, hint)
  item.append(link)
  return item
}

addEventListener('DOMContentLoaded', () => {
  const box = document.querySelector('#search')
  if (!box) return
  const [input, list, note] = ['input', 'ul', 'p'].map((name) => box.querySelector(name))
  box.hidden = false
  const close = () => {
    list.replaceChildren()
    note.textContent = ''
  }
  let asked = 0
  const show = async () => {
    const mine = ++asked
    let told = ''
    const found = await find(input.value).catch(() => {
      told = box.dataset.failed
      return []
    })
    if (mine !== asked) return
    list.replaceChildren(...(found ?? []).map(line))
    note.textContent = told || (found?.length === 0 ? box.dataset.none : '')
  }
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => void load().catch(() => undefined))
  box.addEventListener('focusout', ({ relatedTarget }) => !box.contains(relatedTarget) && close())
  box.addEventListener('click', ({ target }) => target.closest('a') && close())
  box.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement)
    const next = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : input, Enter: at < 0 ? links[0] : undefined }[event.key]
    if (event.key === 'Escape') {
      input.value = ''
      input.focus()
      close()
    } else if (event.key === 'Enter' && at < 0) next?.click()
    else if (next) {
      event.preventDefault()
      next.focus()
    }
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || document.activeElement === input || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
})
