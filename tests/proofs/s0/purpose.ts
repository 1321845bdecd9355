import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const purpose: SectionRows = {
  document: 'S0',
  section: 1,
  rows: {
    state: {
      'Platform owner above distributors and partners, these above service providers and resellers, these above customers':
        'the tenant tree > * holds *',
      'Sign-in by an external identity provider: to tokens that the service accepts':
        'signing in > leads from the page to tokens that the service accepts',
      'No client id configured: everybody counts as authenticated': [
        'starting > counts everybody as authenticated without a client id',
        'a service without sign-in > takes whoever asks from this machine for the platform owner',
      ],
      'Unauthenticated: to the provider': 'starting > remembers the path and leads to the provider when nobody is signed in',
      'Authenticating: back from the provider at the callback address': 'starting > finishes the round trip at the callback address',
      'Authenticated again by the session of the provider after a reload': [
        'starting > signs in silently after a reload',
        'signing in > happens silently after a reload, with no token in any storage',
      ],
      'Token renewed silently, else in a popup': [
        'renewing > falls back to a popup',
        'a session that runs out in the middle of typing > is renewed in place: the same form saves what was typed',
        'a session that runs out in the middle of typing > asks for a sign-in in a window in front when the provider wants to see the person, and goes on',
      ],
      'First the context, then the user, then the page':
        'the context > comes first, then the user; the person is greeted before the first page',
      'Table of contents of the documentation is loaded': 'loads the table of contents with three more tries',
      'Language of the interface from the locale of the account': "signing in > speaks the language of the person's account",
      'Service workers are removed': 'takes every service worker away',
    },
    rule: {
      'A stray answer of the provider in the hash leads to the address without the hash': [
        'starting > goes to the same address without the hash when the hash is an answer that nobody waits for',
        'starting > begins anew after "Hash does not contain state"',
        'session > signing in > goes to the same address without the hash when the hash is a stray answer',
      ],
      'A window opened to change a password closes itself and stops the application': [
        'stops a window that was opened to change a password',
        'a window that was opened to change a password > closes itself and does not start the console',
      ],
      'Texts come from language files, English the default and the fallback': [
        'takes * for en',
        'the console > speaks each language on every page of *, with no text missing, none left in English and no head of a list cut',
      ],
    },
    screen: {
      'Switching between the tenants that one may enter':
        'the tenant picker > swaps the tenant in an address of the administration, by keyboard alone',
      'Every administration list has a journal': 'an address > of a list followed by /journal shows A journal',
      'Every administration list has a sheet with CSV': [
        'an address > of a list followed by /bulk shows A sheet',
        'the sheet of * > imports its own export without a single change',
      ],
      'About: version text and licences of others': 'the console > shows the version text in the About dialog',
    },
    limit: {
      'Renewal 120 s before the end': 'asks for another token 120 s before the one it has ends, and gives no ended one out',
      'Renewal offset of 300 s': 'asks for one when the window comes back to the front with less than 300 s left',
    },
  },
}
