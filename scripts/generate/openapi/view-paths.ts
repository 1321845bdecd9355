import { call } from './call.ts'
import { dataResponse, integer, jsonResponse, listOf, object, pathParameter, queryParameter, text } from './parts.ts'

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

/** A path that issues a ticket for the views below one base path. */
const ticketPath = (id: string, purpose: string): object => ({
  post: call({
    id,
    tag: 'views',
    summary: `A ticket for ${purpose} of an overlay: it opens their addresses for a minute`,
    parameters: [overlay],
    response: dataResponse(object({ ticket: text }), 'The ticket'),
    failures: [401, 403, 404],
  }),
})

interface ViewCall {
  id: string
  summary: string
  parameters: object[]
}

/** An HTML page of the service, which a ticket opens. */
const pageOperation = ({ id, summary, parameters }: ViewCall): object => ({
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
    response: { description: 'The page; a page that says why where there is none', content: { 'text/html': { schema: text } } },
    failures: [],
  }),
  security: [{ viewTicket: [] }],
})

/** The form post of a page; its body contains the ticket that the page was opened with. */
const formOperation = (view: ViewCall): object => ({
  ...pageOperation(view),
  security: [],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { ...object({ ticket: text }), additionalProperties: text } } },
  },
})

/** Views that the service renders itself (DECISIONS section 6), and the calls that issue tickets for them. */
export const viewPaths: Record<string, object> = {
  '/supervision/overlays/{overlay}/context': ticketPath('openSupervision', 'the dashboards and the alert configurator'),
  '/salsa/overlays/{overlay}/context': ticketPath('openApplications', 'the application views'),
  '/api/reporting/v1/overlays/{overlay}/context': ticketPath('openReporting', 'the reports'),
  '/cloud-security/overlays/{overlay}/context': ticketPath('openCloudSecurity', 'the cloud security portal'),
  '/supervision/overlays/{overlay}/d/{dashboard}/': {
    get: pageOperation({
      id: 'showDashboard',
      summary: 'A dashboard, of simulated telemetry',
      parameters: [overlay, pathParameter('dashboard', 'Identifier of the dashboard')],
    }),
  },
  '/supervision/alerting-config/{sdc}/': {
    get: pageOperation({
      id: 'showAlertRules',
      summary: 'The alert configurator',
      parameters: [
        pathParameter('sdc', 'Identifier of the overlay (sdcOid)'),
        queryParameter('saved', { enum: ['1'] }, 'Says that the rules are stored'),
      ],
    }),
    post: formOperation({
      id: 'storeAlertRules',
      summary: 'What the form of the alert configurator sends: 303 to the page once the rules are stored',
      parameters: [pathParameter('sdc', 'Identifier of the overlay (sdcOid)')],
    }),
  },
  '/salsa/overlays/{overlay}/monitoring/': {
    get: pageOperation({ id: 'showApplicationMonitoring', summary: 'Traffic of the application sets, simulated', parameters: [overlay] }),
  },
  '/salsa/overlays/{overlay}/configuration/': {
    get: pageOperation({
      id: 'showApplicationConfiguration',
      summary: 'Application sets and how policies treat them',
      parameters: [overlay],
    }),
  },
  '/salsa/overlays/{overlay}/sslconfiguration/': {
    get: pageOperation({ id: 'showSslOptimisation', summary: 'Which edge boxes optimise encrypted traffic', parameters: [overlay] }),
  },
  '/cloud-security/overlays/{overlay}/portal/': {
    get: pageOperation({
      id: 'showCloudSecurityPortal',
      summary: 'What the cloud security service inspects: regions, edge boxes, policies; traffic and threats are simulated',
      parameters: [overlay],
    }),
  },
  '/api/reporting/v1/overlays/{overlay}/home': {
    get: pageOperation({ id: 'showReport', summary: 'The report of an overlay, of simulated telemetry', parameters: [overlay, period] }),
    post: formOperation({ id: 'showReportOf', summary: 'The same for the period that its form sends', parameters: [overlay] }),
  },
  '/supervision/alerting-config/{overlay}/api/v1/alertSummary': {
    get: call({
      id: 'getAlertSummary',
      tag: 'supervision',
      summary: 'How many alerts of each severity an overlay has now, and the worst ones; of simulated telemetry',
      parameters: [pathParameter('overlay', 'Customer whose overlay is meant')],
      response: jsonResponse(
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
