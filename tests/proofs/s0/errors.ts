import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const errors: SectionRows = {
  document: 'S0',
  section: 8,
  rows: {
    error: {
      'Failures become a status and a list of errors': [
        'a refusal > of * is a problem document without a stack',
        'a refusal > carries the errors that the route named',
      ],
      'Without a reason: Unknown error': 'the client > says "Unknown error" when the answer gives no reason',
      '401 ends the session': [
        'the client > ends the session when the renewed token is refused, too',
        'signing out > follows at once when the service refuses a renewed session',
      ],
      'Errors in an answer with status 200': 'the client > throws the errors of an answer with status 200, at once',
      'admin.api.error with the messages of the service':
        'errors of an editor > say the status and what the service says, in the words of overlays or of the administration',
      'Unexpected failure of the page, told in the console': 'the console > goes on around a page that broke, and points to the console',
      'Lists: a failure is told and loading ends': 'states of a list > names a failure and the request, and tries again',
      'Failed deletions are told, and may be tried again': [
        'the actions of one row > keep the question open when the service refuses, and send the same key again',
        'the delete button > turns while at work, is red with the reason when that failed, and itself again after three seconds',
      ],
      'Alert list of 200 px, scrolled': 'shows successes, then failures, warnings and notes, at most 200 px high',
      'No tenant: header.tenant.logout.message, then out': 'the console > logs out whoever has no tenant, after saying so',
      'Tenant picker: loading':
        'the command palette > finds tenants by two letters and more, and offers none that do not match while it searches',
      'Tenant picker: header.tenant.noResult': 'the tenant picker > says when nothing matches',
      'Tenant picker: header.teannt.moreResults': 'the tenant picker > shows ten of eleven and says that there are more',
      'Unsaved changes: navigation.confirm': 'unsaved work > holds back whoever leaves the page',
      'validation.global.error': 'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
      'bulk.unknown.value': "a file with > 'a status that is none' is told so, in every language",
      'appliance.bulk.owner.not.auth': "a file with > 'an owner of others' is told so, in every language",
      'appliance.bulk.type.not.auth': "a file with > 'a type that may not be owner here' is told so, in every language",
      'Appliances are not created in bulk: 405': [
        'appliances on * > change nothing but their owner in bulk, and none is created there',
        "a file with > 'an appliance that is not there' is told so, in every language",
      ],
      'settings.reporting.not.available': 'settings: reporting-is-available',
      'No Tenant': 'an address > of a tenant out of reach shows "No Tenant"',
      'Figures that do not come are silently left out':
        'the overview of an overlay > keeps its shape while it waits, and says nothing of a service that fails',
      'Sheet warnings: fixed column, further cells, unknown columns, semicolon': [
        'cells > rejects a semicolon and a change of a fixed column with a warning and keeps the record',
        'files of other programs > counts cells beyond the header',
        'headers > reports unknown headers with the nearest known name, duplicates and empty ones',
        'S0 sections 5 and 8, the sheet of *, > says of a file * what it is, in every language',
      ],
      'Every message key of the specification has its text in four languages': 'the checks of a tree > find nothing in a sound one',
    },
  },
}
