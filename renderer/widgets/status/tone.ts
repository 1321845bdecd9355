import type { StatusKind } from '../../parts/text/status-dot.tsx'

const words: Record<Exclude<StatusKind, 'neutral'>, readonly string[]> = {
  success: ['active', 'enabled', 'running', 'installed', 'resolved', 'configured', 'up', 'allow', 'used'],
  warning: ['open', 'unprovisioned', 'not_configured', 'notconfigured', 'degraded', 'missing'],
  danger: ['expired', 'failed', 'down', 'deny', 'breach'],
  info: ['frozen', 'assigned', 'notstarted', 'pending', 'updating', 'instock'],
}

const tones = new Map(Object.entries(words).flatMap(([tone, list]) => list.map((word) => [word, tone as StatusKind] as const)))

/** The tone of a state, by the word itself; states without a good or bad side are neutral. */
export function statusTone(value: unknown): StatusKind {
  return tones.get(String(value).replaceAll(' ', '').toLowerCase()) ?? 'neutral'
}
