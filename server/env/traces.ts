import { EnvError } from './env-error.ts'
import type { Take } from './problems.ts'
import { address, choice, type Source } from './values.ts'

/** Where traces go to. */
export interface TraceSettings {
  /** Address that takes spans as OTLP over HTTP. */
  url: string
  /** What the service is called there. */
  serviceName: string
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const HTTP = ['http:', 'https:']

/** The standard variables of OpenTelemetry, as far as the service depends on them; without an address there are no traces. */
export function traceSettings(source: Source, take: Take): TraceSettings | undefined {
  const base = take(() => address(source, 'OTEL_EXPORTER_OTLP_ENDPOINT', HTTP), undefined)
  const own = take(() => address(source, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', HTTP), undefined)
  const url = own ?? (base && `${base}/v1/traces`)
  take<unknown>(() => choice(source, 'OTEL_TRACES_SAMPLER', { among: SAMPLERS, otherwise: 'parentbased_always_on' }), undefined)
  take(() => checkShare(source['OTEL_TRACES_SAMPLER_ARG']), undefined)
  take(() => checkHeaders(source['OTEL_EXPORTER_OTLP_HEADERS']), undefined)
  const protocols = ['http/json', 'http/protobuf'] as const
  take<unknown>(() => choice(source, 'OTEL_EXPORTER_OTLP_PROTOCOL', { among: protocols, otherwise: 'http/json' }), undefined)
  const serviceName = source['OTEL_SERVICE_NAME'] || 'sdwan-console'
  const isDisabled = source['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  return url === undefined || isDisabled ? undefined : { url, serviceName }
}

/** Never prints the value: it holds tokens. */
function checkHeaders(text: string | undefined): void {
  if (!text || text.split(',').every((one) => /^\s*[\w-]+\s*=[^\s].*$/.test(one))) return
  throw new EnvError('OTEL_EXPORTER_OTLP_HEADERS', 'must be names and values such as api-key=…, with commas between them')
}

function checkShare(text: string | undefined): void {
  if (text === undefined || text === '' || (/^\d*\.?\d+$/.test(text) && Number(text) <= 1)) return
  throw new EnvError('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1', text)
}
