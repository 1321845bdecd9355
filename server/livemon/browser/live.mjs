import { areaPath, formatsOf, linePath, merged, scaleFor, WIDTH } from './chart.mjs'

const ENDED = [403, 404, 410]
const PATIENCE_MS = 10_000
const LONGEST_PAUSE_MS = 16_000
const SVG = 'http://www.w3.org/2000/svg'
/** Samples per row of the table. */
const ROW_EVERY = 5

const formats = formatsOf(document.documentElement.lang)
/** Of each chart: columns of a sample from the bottom up, the lowest top of its scale, and how values and that top are written. */
const METRICS = {
  throughput: { values: { down: 2, up: 1 }, least: 100, format: formats.rate, bound: formats.bound },
  latency: { values: { latency: 3 }, least: 20, format: formats.ms, bound: (value) => `${formats.plain(value)}\u00a0ms` },
  jitter: { values: { jitter: 4 }, least: 5, format: formats.ms, bound: (value) => `${formats.plain(value)}\u00a0ms` },
  loss: { values: { loss: 5 }, least: 1, format: formats.percent, bound: (value) => `${formats.plain(value)}\u00a0%` },
}
const COLUMNS = [formats.second, formats.rate, formats.rate, formats.ms, formats.ms, formats.percent]
const IN_TABLE = [0, 2, 1, 3, 4, 5]

const live = document.querySelector('#live')
const state = live.querySelector('[role="status"]')
const pause = document.querySelector('#pause')
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const known = new Map()
let last
let stepMs = 2000
let failures = 0
let isPaused = false
let timer
let asking

function show(name) {
  if (state.dataset.state === name) return
  state.dataset.state = name
  for (const text of state.children) text.hidden = text.dataset.of !== name
  live.toggleAttribute('data-stale', name === 'lost')
}

/** Polls for new samples; backs off while requests fail. */
async function ask() {
  clearTimeout(timer)
  if (asking || isPaused || document.hidden) return
  asking = true
  try {
    // The page has no origin: a form needs no leave before it is sent, and no cookie goes with it.
    const answer = await fetch('data', {
      method: 'POST',
      body: new URLSearchParams({ token: live.dataset.token, ...(last !== undefined && { since: last / 1000 }) }),
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (ENDED.includes(answer.status)) return end(answer.status)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    const { data } = await answer.json()
    failures = 0
    if (!isPaused) take(data[0])
  } catch {
    failures += 1
    if (!isPaused) show('lost')
  } finally {
    asking = false
  }
  timer = setTimeout(ask, Math.min(LONGEST_PAUSE_MS, stepMs * 2 ** failures))
}

function take(data) {
  stepMs = data.stepMs
  show('live')
  live.querySelector('[data-box-name]').textContent = data.box.name
  live.querySelector('[data-serial]').textContent = data.box.serialNumber
  live.querySelector('[data-until]').textContent = formats.minute(data.expiresAt)
  for (const wan of data.wans) {
    const samples = wan.isEnabled
      ? merged(known.get(wan.identifier) ?? [], wan.samples, { at: data.at, historyMs: data.historyMs + stepMs })
      : []
    known.set(wan.identifier, samples)
    last = Math.max(last ?? 0, samples.at(-1)?.[0] ?? 0)
    draw(live.querySelector(`[data-wan="${wan.identifier}"]`), { wan, samples, data })
  }
}

function draw(card, { wan, samples, data }) {
  card.dataset.enabled = String(wan.isEnabled)
  card.querySelector('[data-network]').textContent = wan.transportNetwork
  card.querySelector('[data-bandwidth="up"]').textContent = formats.bound(wan.upBandwidth)
  card.querySelector('[data-bandwidth="down"]').textContent = formats.bound(wan.downBandwidth)
  for (const figure of card.querySelectorAll('figure')) drawChart(figure, { samples, data })
  if (card.querySelector('details').open) fillTable(card)
}

/** The newest sample starts one step right of the chart and slides in until the next one arrives. */
function drawChart(figure, { samples, data }) {
  const metric = METRICS[figure.dataset.metric]
  const columns = Object.values(metric.values)
  const scale = scaleFor(Math.max(0, ...samples.flatMap((sample) => columns.map((column) => sample[column]))), metric.least)
  const to = samples.at(-1)?.[0] ?? data.at
  const shown = { window: { from: to - data.historyMs, to, stepMs: data.stepMs }, scale }
  const [first] = columns
  const paths = [
    pathOf('area', areaPath(samples, first, shown)),
    ...Object.entries(metric.values).map(([name, column]) => pathOf(name, linePath(samples, column, shown))),
  ]
  const group = figure.querySelector('g')
  group.replaceChildren(...paths)
  const step = `${(WIDTH * data.stepMs) / data.historyMs}px`
  if (!calm.matches)
    group.animate([{ transform: `translateX(${step})` }, { transform: 'none' }], { duration: data.stepMs, easing: 'linear' })
  figure.querySelector('.top').textContent = metric.bound(scale)
  for (const [name, column] of Object.entries(metric.values))
    figure.querySelector(`[data-value="${name}"]`).textContent = samples.length === 0 ? '–' : metric.format(samples.at(-1)[column])
}

function pathOf(name, d) {
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('class', name)
  path.setAttribute('d', d)
  return path
}

/** One row for every tenth second, newest first. */
function fillTable(card) {
  const samples = (known.get(card.dataset.wan) ?? []).filter(([time]) => (time / stepMs) % ROW_EVERY === 0)
  const rows = samples.toReversed().map((sample) => {
    const row = document.createElement('tr')
    row.append(
      ...IN_TABLE.map((column, index) => {
        const cell = document.createElement('td')
        cell.textContent = COLUMNS[index](sample[column])
        return cell
      }),
    )
    return row
  })
  card.querySelector('tbody').replaceChildren(...rows)
}

function end(status) {
  live.remove()
  const note = document.querySelector(`#ended-${status}`)
  note.hidden = false
  note.focus()
}

pause.addEventListener('click', () => {
  isPaused = !isPaused
  for (const text of pause.children) text.hidden = (text.dataset.when === 'paused') !== isPaused
  show(isPaused ? 'paused' : 'connecting')
  void ask()
})
for (const card of live.querySelectorAll('.wan')) card.querySelector('details').addEventListener('toggle', () => fillTable(card))
document.addEventListener('visibilitychange', () => void ask())
addEventListener('online', () => void ask())
void ask()
