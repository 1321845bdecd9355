import type { PlotTone } from './plot-data.ts'

/** The colour of every tone, in both modes at least 3:1 on a surface. */
export const toneColors: Readonly<Record<PlotTone, string>> = {
  accent: 'accent.dot',
  quiet: 'gray.dot',
  success: 'success.dot',
  warning: 'warning.dot',
  danger: 'danger.dot',
  info: 'info.dot',
  '1': 'series.1',
  '2': 'series.2',
  '3': 'series.3',
  '4': 'series.4',
  '5': 'series.5',
  '6': 'series.6',
}

/** Whether areas of this tone are hatched, so that alarms do not differ by colour alone. */
export function isHatched(tone: PlotTone): boolean {
  return tone === 'warning' || tone === 'danger'
}

/** The rules of everything that carries a tone below an element. */
export const toneRules = Object.fromEntries(
  Object.entries(toneColors).map(([tone, color]) => [`& [data-tone="${tone}"]`, { color, fill: 'currentColor', stroke: 'currentColor' }]),
)
