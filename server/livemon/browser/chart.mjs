/** Width of a chart in its own units; the height is 100. */
export const WIDTH = 300

/** Headroom above the highest value for the scale's label. */
const HEADROOM = 1.2

/** The smallest of 1, 2 and 5 times a power of ten that holds the value with some room above it, never below `least`. */
export function scaleFor(value, least) {
  const wanted = Math.max(value * HEADROOM, least)
  const power = 10 ** Math.floor(Math.log10(wanted))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= wanted * (1 - 1e-9)) ?? wanted
}

/**
 * The line through samples as a path; where samples are missing, the line is, too. `column` is the place of the value in a sample,
 * `window` the time that the chart shows: `{from, to, stepMs}`, and `scale` the value at its top.
 */
export function linePath(samples, column, { window, scale }) {
  return runsOf(samples, window.stepMs)
    .map((run) => run.map((sample, index) => `${index === 0 ? 'M' : 'L'}${pointOf(sample, column, { window, scale })}`).join(''))
    .join('')
}

/** The same as an area, closed at the baseline. */
export function areaPath(samples, column, { window, scale }) {
  return runsOf(samples, window.stepMs)
    .map((run) => {
      const points = run.map((sample) => `L${pointOf(sample, column, { window, scale })}`).join('')
      return `M${xOf(run[0][0], window)} 100${points}L${xOf(run.at(-1)[0], window)} 100Z`
    })
    .join('')
}

/** Groups samples into runs without gaps. */
function runsOf(samples, stepMs) {
  const runs = []
  let before = -Infinity
  for (const sample of samples) {
    if (sample[0] - before > stepMs * 1.5) runs.push([])
    runs.at(-1).push(sample)
    before = sample[0]
  }
  return runs
}

function pointOf(sample, column, { window, scale }) {
  return `${xOf(sample[0], window)} ${rounded(100 - (94 * Math.min(sample[column], scale)) / scale)}`
}

function xOf(time, { from, to }) {
  return rounded((WIDTH * (time - from)) / (to - from))
}

function rounded(value) {
  return Math.round(value * 100) / 100
}

/** What is known of a WAN, newest last: what came before and what came now, without repetitions and without what is too old. */
export function merged(known, fresh, { at, historyMs }) {
  const newest = known.at(-1)?.[0] ?? -Infinity
  return [...known, ...fresh.filter(([time]) => time > newest)].filter(([time]) => time >= at - historyMs)
}

const RATES = [
  ['Gbit/s', 1_000_000],
  ['Mbit/s', 1000],
  ['kbit/s', 1],
]

/** Number formats of a language. */
export function formatsOf(language) {
  const digits = (most) => new Intl.NumberFormat(language, { maximumFractionDigits: most, minimumFractionDigits: most })
  const [none, one, two] = [digits(0), digits(1), digits(2)]
  const some = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const short = (value) => (value >= 100 ? none : one).format(value)
  const rateOf = (kbits, format) => {
    const [unit, size] = RATES.find(([, from]) => kbits >= from) ?? RATES.at(-1)
    return `${size === 1 ? none.format(kbits) : format(kbits / size)}\u00a0${unit}`
  }
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const minute = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
  return {
    /** From kbit/s. */
    rate: (kbits) => rateOf(kbits, short),
    /** A rounded rate in its shortest form. */
    bound: (kbits) => rateOf(kbits, (value) => some.format(value)),
    ms: (value) => `${one.format(value)}\u00a0ms`,
    percent: (value) => `${two.format(value)}\u00a0%`,
    plain: (value) => some.format(value),
    second: (time) => clock.format(time),
    minute: (time) => minute.format(time),
  }
}
