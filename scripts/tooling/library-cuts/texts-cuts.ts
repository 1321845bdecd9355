import type { EmptiedFunctions } from './cut.ts'
import { methodsOf } from './methods-of.ts'

/** Our texts are handed over when they have been loaded: nothing is fetched by the library itself, and it serves one page at a time. */
export const textsEmptied: EmptiedFunctions = {
  file: '/i18next/dist/esm/i18next.js',
  names: [
    ...methodsOf('Connector', [
      'queueLoad',
      'loaded',
      'read',
      'prepareLoading',
      'load',
      'reload',
      'noticeDevFallback',
      'loadOne',
      'saveMissing',
    ]),
    ...methodsOf('I18n', ['cloneInstance', 'dir', 'hydrate', 'loadLanguages', 'loadNamespaces', 'reloadResources', 'toJSON']),
    ...methodsOf('LanguageUtil', ['deprecateBareCode']),
    ...methodsOf('Translator', ['getUsedParamsDetails']),
    'createProxy',
    'keysFromSelector',
  ],
}
