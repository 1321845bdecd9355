import type { SectionRows } from '../../scripts/proofs/rows.ts'

const section = (number: number, rows: SectionRows['rows']): SectionRows => ({ document: 'D', section: number, rows })
const open = (call: string): string => `the calls of what the specifications leave open > ${call}`

/** What closes the gaps of the three specifications. */
export const decisions: readonly SectionRows[] = [
  section(1, {
    rule: {
      'The service answers on a database of its own or on PostgreSQL': [
        'a service that runs > says where it answers, who may sign in, and what the embedded database does not promise',
        'two copies of the service that start at once on an empty PostgreSQL server > make one world, which both of them serve',
      ],
      'It serves the built console': [
        'a page of the console > is index.html at *',
        'a file of the console > with a hash in its name is kept for a year, and sent as it was compressed by the build',
      ],
      'One runtime configuration names every base': 'config > names every base path as the decisions print it, whatever is forwarded',
      'A base can be forwarded to an upstream': [
        'an upstream > answers a forwarded base path instead of the service, and is a 502 problem while it is away',
        'the environment > reads forwards by the name of their base path',
      ],
    },
  }),
  section(2, {
    rule: {
      'Base paths as printed': 'config > names every base path as the decisions print it, whatever is forwarded',
      'Overlay calls carry X-Overlay-Oid, else 400':
        'what schemas say about storage on * > needs the overlay header for what lives in an overlay',
      'Every list takes page, size, sort, filter': [
        "every entity on postgres > 'firewall-vpn-zone' > sorts by everything it offers, counts its tabs, and pages without gaps",
        "every entity on postgres > 'firewall-vpn-zone' > refuses sorts, tabs, pages and filters that do not exist",
      ],
      'Filters are RSQL': [
        'filters on * > answer exactly what an oracle in memory answers (* generated)',
        'filters on * > answer 400 or 200 to any text at all',
      ],
      'An unknown selector names the nearest known one': 'filters on * > name the nearest field, and never one that may not be read',
      'Wildcards that a person types are literal': [
        'filters on * > find a searched text by whatever part of it, wildcards typed by people included',
        'the tenant search > takes escaped wildcards for what they are',
      ],
      'Tenants are paged from 0': 'the tenant search > gives one row more than asked for when there are more',
      'Users are named by person and tenant':
        'people and their roles on * > are named by person and tenant, together or apart, and stop working here with their role',
    },
    call: {
      'POST .../cmd/assign/{tenantId} and unassign': [
        open('POST /api/licensing/v2/licenses/cmd/assign/{tenantId}'),
        open('POST /api/licensing/v2/licenses/cmd/unassign/{tenantId}'),
        'licences on * > go to a customer of their owner and back, and to nobody else',
      ],
      'PATCH /api/v1/requests': [open('PATCH /api/v1/requests'), 'requests on * > go the ways of S0 section 4 and no others'],
      'PUT /api/v1/localBreakout': [
        open('PUT /api/v1/localBreakout'),
        'advanced configuration on * > names the networks over which traffic may leave, and keeps to those of the overlay',
      ],
      'GET /api/v1/overlay/cloudMesh, 405 without the feature': [
        open('GET /api/v1/overlay/cloudMesh'),
        'advanced configuration on * > shows the routing of the cloud mesh to overlays that have one, and changes nothing of it',
      ],
      'GET /api/v1/stats': [
        open('GET /api/v1/stats'),
        'calls on an overlay that are no collections > counts what the overlay has, a tunnel that both ends name once; its traffic is told as simulated',
      ],
      'GET and PUT /api/v1/profile': [
        open('GET /api/v1/profile'),
        open('PUT /api/v1/profile'),
        'the profile > keeps name and language, and only what was sent changes',
      ],
      'GET /healthz': [
        open('GET /healthz'),
        'health > is 200 whatever the database does, and readiness a 503 problem while it does not answer',
      ],
      'GET /readyz': [
        open('GET /readyz'),
        'health > is 200 whatever the database does, and readiness a 503 problem while it does not answer',
      ],
      'GET /config.json': 'config > says which views the service shows itself: those that are not forwarded',
      'GET /openapi.json': 'the OpenAPI document > is valid by the rules of OpenAPI 3.1, and every call has a name of its own',
      'GET /metrics': 'metrics > count calls by route pattern, never by address',
    },
  }),
  section(3, {
    rule: {
      'Stale revision 409 with the record, none 428':
        "every entity on postgres > 'firewall-vpn-zone' > refuses a stale revision with the record as it is, and a missing one",
      'Only what is sent changes, never what the caller cannot see': [
        'what schemas say about storage on * > merges nested objects and leaves what was not sent',
        'what schemas say about storage on * > hides fields from whoever may not read them, and never lets them be touched or asked for',
      ],
      'All items of a write or none': "every entity on postgres > 'firewall-vpn-zone' > stores all records of a call or none",
      'A dry run says the same and stores nothing':
        "every entity on postgres > 'firewall-vpn-zone' > stores nothing in a dry run, and says the same as the real one",
      'A repeated call is answered as before; the key of another one is refused': [
        "every entity on postgres > 'firewall-vpn-zone' > answers a repeated call as before, and refuses its key for another one",
        'many at the same time on * > a repetition while the first call still runs is told to come back, by another copy of the service, too',
      ],
      'Errors are problem documents with pointer, key, params': [
        'a refusal > of * is a problem document without a stack',
        "every entity on postgres > 'firewall-vpn-zone' > accepts its valid samples and refuses its invalid ones for the reason that they give",
      ],
      'Secrets are written and never read back, stored encrypted': [
        'a secret > stands in clear in no table, and in no line of the log, nor does what a caller shows',
        'what schemas say about storage on * > never gives a secret back, nor keeps it readable anywhere',
      ],
    },
  }),
  section(4, {
    rule: {
      'Identifiers are UUID v7': 'a new identifier > is a UUID v7 of now',
      'Features per customer': 'the context of rules > carries operations, field rights and, for customers, features',
      'Customers below sellers are created and deleted by request where the role may not do it at once': [
        'requests on * > are raised in the place of a customer by who may not create one at once, and resolving creates it',
        'requests on * > to delete a customer do it when they are resolved, not before, and what it has goes to who asked',
      ],
      'Tokens live in memory; a reload signs in silently': [
        'asks for a code with a proof key, and keeps the token in memory alone',
        'signing in > happens silently after a reload, with no token in any storage',
      ],
    },
    right: {
      'A role holds on its tenant and all below': 'a caller > has a role on its tenant and on all below, and nowhere else',
      'Rights of every role are one table': [
        'every role on every tenant type > * on * gets nothing that the type does not allow',
        'the checks of the rights table > find nothing wrong with the table that ships',
      ],
      'Any OpenID provider with PKCE': [
        'signing in > redeems a code once, and only with its proof key',
        'the first sign-in with another provider > binds the subject to the person with the verified mail address',
      ],
      'The embedded provider not in production unless asked for':
        'the environment > does not run the embedded provider in production unless it is asked for by name',
      'An empty client id on a loopback address only': 'the environment > accepts an empty client on a loopback address only',
    },
  }),
  section(5, {
    rule: {
      Deterministic: 'the demo world > is the same every time, whatever the day',
      '20 partners of every type, 200 customers, 400 people':
        'the demo world > has 20 partners of every type, at least 200 customers and 400 people',
      '5,000 appliances in every status':
        'devices of the demo world > run on 5,000 appliances of every status, from the platform down to customers',
      '2,000 groups of licences': 'the demo world > has 2,000 groups of licences, and nearly as many running ones as are used',
      'A journal with some history': 'the demo world > has a history over months that leads to the records of today',
      'Per customer an overlay, one of them large': [
        'the demo world > gives every customer an overlay with devices, gateways and rules, and one customer a large one',
        'devices of the demo world > are many in one overlay, of every kind',
      ],
      'Its scale': ['the demo world > grows with its scale', 'the environment > takes the size of the demo world from the command line'],
      'The accounts of the sign-in page': 'the demo world > has the accounts of the sign-in page, where they belong',
    },
  }),
  section(6, {
    rule: {
      'Views are forwarded, or shown by the service itself': [
        'config > says which views the service shows itself: those that are not forwarded',
        'the views of the service itself on * > * is a page in each language, safe to frame, with nothing of the records as markup',
      ],
      'Live monitoring, too':
        'live troubleshooting on * > is the work of another service where one is configured: calls, window and all that the window loads',
      'Telemetry is deterministic and says that it is simulated': [
        'the simulated telemetry of an overlay > depends on the overlay and the time only',
        'the alerts of an overlay on * > a dashboard of the service itself > shows the boxes and says that its telemetry is simulated, in the language that is asked for',
      ],
    },
  }),
  section(7, {
    rule: {
      'Message keys as the specifications spell them': [
        'a message of S0 > header.teannt.moreResults, in four languages',
        'a message of S2 > firewallVpnZone.siteAlreadyBound, in four languages',
      ],
      'English first; French, German, Spanish complete': ['takes * for en', 'the checks of a tree > find nothing in a sound one'],
      'Validation messages carry the bound': [
        'a message of S0 > validation.field.max: {{max}}, in four languages',
        'a message of S0 > validation.field.between: {{min}} {{max}}, in four languages',
      ],
    },
  }),
]
