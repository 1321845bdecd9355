import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const calls: SectionRows = {
  document: 'S0',
  section: 7,
  rows: {
    rule: {
      'Bearer token and overlay with every call': [
        'the client > sends the bearer token and the overlay',
        'every route of the service > needs a token',
      ],
      'GET, POST, PUT, PATCH repeated up to five times, not after 400, 401, 403, 404': [
        'the client > tries post five more times, then gives up with the last answer',
        'the client > does not try again after *',
      ],
      'DELETE is not repeated': 'the client > never repeats DELETE',
      'Bodies wrap a list of data': 'describes what the service really answers about a *',
      'Search of appliances by each of their fields': [
        "every entity on postgres > 'appliance' > is found by every field that filters may name, and by its search",
        'patterns of =ilike= > makes a dangling escape of * literal',
      ],
      'Status filters of appliances by their prefix':
        'appliances on * > are listed for all below, counted by state, and found by their owner',
      'Appliances as a bare list that name themselves by id':
        'appliances on * > are added by the platform owner alone, in stock, with the owner as an object',
      'Errors in an answer with status 200 are thrown': 'the client > throws the errors of an answer with status 200, at once',
      'Journal filter by event and date': 'the state of a journal > asks for the event, the moment, the number and the names',
      'Table of contents: three more tries, failure only logged': [
        'loads the table of contents with three more tries',
        'only logs that it did not come',
      ],
    },
    call: {
      'GET /api/user/v1/context': [
        'the calls of S0 section 7 > GET /api/user/v1/context',
        'the context > is the same by the first version of the call',
      ],
      'GET /api/user/v2/info': [
        'the calls of S0 section 7 > GET /api/user/v2/info',
        'info of the current user > names the person and the tenant to start in',
      ],
      'GET /api/user/v2/context': [
        'the calls of S0 section 7 > GET /api/user/v2/context',
        'the context > of one tenant carries what roles above give',
        'the context > with a resource says what the person may do with it',
      ],
      'GET /api/user/v2/tenants': [
        'the calls of S0 section 7 > GET /api/user/v2/tenants',
        'the tenant search > gives one row more than asked for when there are more',
        'the tenant picker > shows ten of eleven and says that there are more',
      ],
      'GET /api/v1/partners': [
        'the calls of S0 section 7 > GET /api/v1/partners',
        'lists an entity at its route, in a tenant, a page in an order',
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/partners/{oid}': [
        'the calls of S0 section 7 > GET /api/v1/partners/{oid}',
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/partners': [
        'the calls of S0 section 7 > POST /api/v1/partners',
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/partners': [
        'the calls of S0 section 7 > PUT /api/v1/partners',
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/partners': [
        'the calls of S0 section 7 > DELETE /api/v1/partners',
        "every entity on postgres > 'partner' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/customers': [
        'the calls of S0 section 7 > GET /api/v1/customers',
        "names no tenant in 'all'",
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/customers/{oid}': [
        'the calls of S0 section 7 > GET /api/v1/customers/{oid}',
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/customers': [
        'the calls of S0 section 7 > POST /api/v1/customers',
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/customers': [
        'the calls of S0 section 7 > PUT /api/v1/customers',
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/customers': [
        'the calls of S0 section 7 > DELETE /api/v1/customers',
        "every entity on postgres > 'customer' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/requests': [
        'the calls of S0 section 7 > GET /api/v1/requests',
        'requests on * > tell both sides what they may do, and keep their comments',
      ],
      'GET /api/v1/requests/{oid}': [
        'the calls of S0 section 7 > GET /api/v1/requests/{oid}',
        'requests on * > tell both sides what they may do, and keep their comments',
      ],
      'PATCH /api/v1/requests': [
        'the calls of S0 section 7 > PATCH /api/v1/requests',
        'requests on * > go the ways of S0 section 4 and no others',
      ],
      'DELETE /api/v1/requests': [
        'the calls of S0 section 7 > DELETE /api/v1/requests',
        'requests on * > go the ways of S0 section 4 and no others',
      ],
      'GET /api/v1/userroles': [
        'the calls of S0 section 7 > GET /api/v1/userroles',
        "every entity on postgres > 'user-role' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/userroles/{oid}': [
        'the calls of S0 section 7 > GET /api/v1/userroles/{oid}',
        'people and their roles on * > are named by person and tenant, together or apart, and stop working here with their role',
      ],
      'POST /api/v1/userroles': [
        'the calls of S0 section 7 > POST /api/v1/userroles',
        'people and their roles on * > are attached by mail: who is new begins with it as a name, who is known keeps what they are called, however it is written',
      ],
      'PUT /api/v1/userroles': [
        'the calls of S0 section 7 > PUT /api/v1/userroles',
        'people and their roles on * > stand in the journal with their role and the one before',
      ],
      'DELETE /api/v1/userroles': [
        'the calls of S0 section 7 > DELETE /api/v1/userroles',
        'people and their roles on * > are named by person and tenant, together or apart, and stop working here with their role',
      ],
      'GET /api/v1/profile': [
        'the calls of S0 section 7 > GET /api/v1/profile',
        'the profile > keeps name and language, and only what was sent changes',
      ],
      'PUT /api/v1/profile': [
        'the calls of S0 section 7 > PUT /api/v1/profile',
        'the profile > names the revision that it was changed from, is changed once by a repeated call, and leaves a line in the journal',
      ],
      'GET /api/v1/settings/{tenantOid}': [
        'the calls of S0 section 7 > GET /api/v1/settings/{tenantOid}',
        'records of which every customer has one on * > are there from the first day, for customers alone',
      ],
      'PUT /api/v1/settings': [
        'the calls of S0 section 7 > PUT /api/v1/settings',
        'records of which every customer has one on * > are changed with a revision and a line in the journal, and the list of customers follows',
      ],
      'GET /api/v1/cloudSecSettings/{tenantOid}': [
        'the calls of S0 section 7 > GET /api/v1/cloudSecSettings/{tenantOid}',
        'records of which every customer has one on * > keep a secret that no answer, journal or table tells',
      ],
      'PUT /api/v1/cloudSecSettings': [
        'the calls of S0 section 7 > PUT /api/v1/cloudSecSettings',
        'records of which every customer has one on * > keep a secret that no answer, journal or table tells',
      ],
      'POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}': [
        'the calls of S0 section 7 > POST /api/v1/cloudSecSettings/refreshCloudsec/{tenantOid}',
        'records of which every customer has one on * > synchronise host names where edge security is enabled, for those who may change it',
      ],
      'GET /api/inventory/v1/appliances/{tenantOid}': [
        'the calls of S0 section 7 > GET /api/inventory/v1/appliances/{tenantOid}',
        'appliances on * > are listed for all below, counted by state, and found by their owner',
      ],
      'GET /api/ztp/v1/appliances/{id}': [
        'the calls of S0 section 7 > GET /api/ztp/v1/appliances/{id}',
        'appliances on * > are added by the platform owner alone, in stock, with the owner as an object',
      ],
      'POST /api/ztp/v1/appliances': [
        'the calls of S0 section 7 > POST /api/ztp/v1/appliances',
        'appliances on * > are added by the platform owner alone, in stock, with the owner as an object',
      ],
      'PUT /api/ztp/v1/appliances': [
        'the calls of S0 section 7 > PUT /api/ztp/v1/appliances',
        'appliances on * > go one step at a time, and the state follows',
      ],
      'DELETE /api/ztp/v1/appliances': [
        'the calls of S0 section 7 > DELETE /api/ztp/v1/appliances',
        'appliances on * > are deleted by the platform owner in stock, by a distributor of its own, by a partner unless a customer has them',
      ],
      'GET /api/licensing/v2/licenses/inventory/{tenantOid}': [
        'the calls of S0 section 7 > GET /api/licensing/v2/licenses/inventory/{tenantOid}',
        'licences on * > are found by owner, type, size and state, and by the condition of a tab',
      ],
      'POST /api/licensing/v2/licenses/cmd/summary/{tenantId}': [
        'the calls of S0 section 7 > POST /api/licensing/v2/licenses/cmd/summary/{tenantId}',
        'licences on * > are summed up by what installed appliances use, tenant by tenant, and by month',
      ],
      'POST /api/licensing/v2/licenses/cmd/update/{tenantId}': [
        'the calls of S0 section 7 > POST /api/licensing/v2/licenses/cmd/update/{tenantId}',
        'licences on * > move as long as they have not started; what is not said stays, and another type brings its own',
      ],
      'POST /api/licensing/v2/licenses/cmd/create/{tenantId}': [
        'the calls of S0 section 7 > POST /api/licensing/v2/licenses/cmd/create/{tenantId}',
        'licences on * > are added as groups whose state, last month and mode follow',
      ],
      'POST /api/licensing/v2/licenses/cmd/split/{tenantId}': [
        'the calls of S0 section 7 > POST /api/licensing/v2/licenses/cmd/split/{tenantId}',
        'licences on * > split in time, so that both parts cover what the whole did',
      ],
      'POST /api/licensing/v2/licenses/cmd/delete/{tenantId}': [
        'the calls of S0 section 7 > POST /api/licensing/v2/licenses/cmd/delete/{tenantId}',
        'licences on * > say on each row which commands may be called there, and why others may not',
      ],
      'GET /journal/api/v1/journal/entries/{tenantOid}/{theme}': [
        'the calls of S0 section 7 > GET /journal/api/v1/journal/entries/{tenantOid}/{theme}',
        'the journal on * > filters by event and time, limits, and refuses unknown filters',
        'reads the journal of a theme with event, date and further filters joined',
      ],
      'GET /toc.json': ['the calls of S0 section 7 > GET /toc.json', 'loads the table of contents with three more tries'],
    },
  },
}
