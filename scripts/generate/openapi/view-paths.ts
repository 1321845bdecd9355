import { call } from './call.ts'
import { answer, integer, listOf, object, pathParameter, queryParameter, text, wrapped } from './parts.ts'

const severity = { enum: ['critical', 'warning', 'info'] }
const alert = object({
  severity,
  rule: text,
  metric: text,
  boxOid: text,
  boxName: text,
  wan: text,
  value: { type: 'number' },
  threshold: { type: 'number' },
})

const overlay = pathParameter('overlay', 'Customer whose overlay is meant')
const period = queryParameter('period', { enum: ['hours24', 'days7', 'days30'], default: 'hours24' }, 'How far back the report looks')

/** Gives a ticket for the views of a base. */
const context = (id: string, what: string): object => ({
  post: call({
    id,
    tag: 'views',
    summary: `A ticket for ${what} of an overlay: it opens their addresses for a minute`,
    parameters: [overlay],
    answer: wrapped(object({ ticket: text }), 'The ticket'),
    failures: [401, 403, 404],
  }),
})

interface ViewCall {
  id: string
  summary: string
  parameters: object[]
}

/** A page of the service itself, for whoever brings a ticket. */
const page = ({ id, summary, parameters }: ViewCall): object => ({
  ...call({
    id,
    tag: 'views',
    summary,
    parameters: [
      ...parameters,
      queryParameter('lang', { enum: ['en', 'fr', 'de', 'es'] }, 'Language; left out: that of the person'),
      queryParameter('look', { enum: ['light', 'dark'] }, 'Colour mode; left out: that of the system'),
      queryParameter('zone', text, 'Time zone of the reader, such as Europe/Paris; left out: UTC'),
    ],
    answer: { description: 'The page; a page that says why where there is none', content: { 'text/html': { schema: text } } },
    failures: [],
  }),
  security: [{ viewTicket: [] }],
})

/** What the form of a page sends: its body holds the ticket that the page came with. */
const form = (view: ViewCall): object => ({
  ...page(view),
  security: [],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { ...object({ ticket: text }), additionalProperties: text } } },
  },
})

/** Views of the service itself (DECISIONS section 6), and what lets browsers in to them. */
export const viewPaths: Record<string, object> = {
  '/supervision/overlays/{overlay}/context': context('openSupervision', 'the dashboards and the alert configurator'),
  '/salsa/overlays/{overlay}/context': context('openApplications', 'the application views'),
  '/api/reporting/v1/overlays/{overlay}/context': context('openReporting', 'the reports'),
  '/supervision/overlays/{overlay}/d/{dashboard}/': {
    get: page({
      id: 'showDashboard',
      summary: 'A dashboard, of simulated telemetry',
      parameters: [overlay, pathParameter('dashboard', 'Identifier of the dashboard')],
    }),
  },
  '/supervision/alerting-config/{sdc}/': {
    get: page({
      id: 'showAlertRules',
      summary: 'The alert configurator',
      parameters: [
        pathParameter('sdc', 'Identifier of the overlay (sdcOid)'),
        queryParameter('saved', { enum: ['1'] }, 'Says that the rules are stored'),
      ],
    }),
    post: form({
      id: 'storeAlertRules',
      summary: 'What the form of the alert configurator sends: 303 to the page once the rules are stored',
      parameters: [pathParameter('sdc', 'Identifier of the overlay (sdcOid)')],
    }),
  },
  '/salsa/overlays/{overlay}/monitoring/': {
    get: page({ id: 'showApplicationMonitoring', summary: 'Traffic of the application sets, simulated', parameters: [overlay] }),
  },
  '/salsa/overlays/{overlay}/configuration/': {
    get: page({ id: 'showApplicationConfiguration', summary: 'Application sets and how policies treat them', parameters: [overlay] }),
  },
  '/salsa/overlays/{overlay}/sslconfiguration/': {
    get: page({ id: 'showSslOptimisation', summary: 'Which edge boxes optimise encrypted traffic', parameters: [overlay] }),
  },
  '/api/reporting/v1/overlays/{overlay}/home': {
    get: page({ id: 'showReport', summary: 'The report of an overlay, of simulated telemetry', parameters: [overlay, period] }),
    post: form({ id: 'showReportOf', summary: 'The same for the period that its form sends', parameters: [overlay] }),
  },
  '/supervision/alerting-config/{overlay}/api/v1/alertSummary': {
    get: call({
      id: 'getAlertSummary',
      tag: 'supervision',
      summary: 'How many alerts of each severity an overlay has now, and the worst ones; of simulated telemetry',
      parameters: [pathParameter('overlay', 'Customer whose overlay is meant')],
      answer: answer(
        'The counts',
        object({
          data: listOf(object({ severity, count: integer })),
          meta: object({ alerts: listOf(alert), simulated: { type: 'boolean' } }),
        }),
      ),
      failures: [401, 403, 404],
    }),
  },
}
