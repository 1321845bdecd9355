import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FactId } from '../../proofs/facts.ts'
import { eachCase } from '../../support/each-case.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'locales')

/** All texts of a language, merged from its files. */
function textsOf(language: string): Record<string, string> {
  const files = readdirSync(join(folder, language)).map((file) => readFileSync(join(folder, language, file), 'utf8'))
  return Object.assign({}, ...files.map((file) => JSON.parse(file) as object)) as Record<string, string>
}

const languages = ['en', 'fr', 'de', 'es']
const texts = languages.map(textsOf)

/** Message keys as spelled in the specifications, with their placeholders; plural texts have several forms. */
const keys: Record<string, [message: string, ...FactId[]][]> = {
  S0: [
    ['validation.field.min: {{min}}', 'S0-8.24', 'D-7.3'],
    ['validation.field.max: {{max}}', 'S0-8.24', 'D-7.3'],
    ['validation.field.mandatory', 'S0-8.24'],
    ['validation.field.noSpaces', 'S0-8.24'],
    ['validation.field.between: {{min}} {{max}}', 'S0-8.24', 'D-7.3'],
    ['validation.field.integer', 'S0-8.24'],
    ['validation.field.forbiddenCharacters', 'S0-8.24'],
    ['validation.field.ipAddress', 'S0-8.24'],
    ['validation.field.ipWithPrefixLength', 'S0-8.24'],
    ['validation.field.subnet', 'S0-8.24'],
    ['validation.field.range', 'S0-8.24'],
    ['validation.field.portsList', 'S0-8.24'],
    ['validation.field.mail', 'S0-8.24'],
    ['validation.field.bossName', 'S0-8.24'],
    ['validation.global.error', 'S0-8.24'],
    ['bulk.unknown.value: {{value}}', 'S0-8.24'],
    ['appliance.bulk.owner.not.auth', 'S0-8.24'],
    ['appliance.bulk.type.not.auth', 'S0-8.24'],
    ['settings.reporting.not.available', 'S0-8.24'],
    ['admin.api.error: {{status}}', 'S0-8.24'],
    ['admin.no.match', 'S0-8.24'],
    ['license.cannot.edit', 'S0-8.24'],
    ['license.cannot.split', 'S0-8.24'],
    ['license.cannot.delete', 'S0-8.24'],
    ['header.loading', 'S0-8.24'],
    ['header.tenant.logout.message', 'S0-8.24'],
    ['header.tenant.noResult', 'S0-8.24'],
    ['header.teannt.moreResults', 'S0-8.24'],
    ['navigation.confirm', 'S0-8.24'],
  ],
  S1: [
    ['api.error: {{status}}'],
    ['ihap.disable.warning'],
    ['eb.lan.ihap.warning'],
    ['network.teleEngines.title'],
    ['validation.global.error'],
  ],
  S2: [
    ['api.error: {{status}}', 'S2-8.1'],
    ['validation.global.error', 'S2-8.3'],
    ['credentials.psk.configured', 'S2-8.5'],
    ['advanced.routing.vtiSubnet.isEmpty', 'S2-8.15'],
    ['validation.field.bgpCommunity', 'S2-8.6'],
    ['validation.field.portBasedApp.protocol', 'S2-8.7'],
    ['firewallVpnZone.validation.warnings', 'S2-8.16'],
    ['firewallVpnZone.noSiteAvailable', 'S2-8.17'],
    ['firewallVpnZone.siteAlreadyBound', 'S2-8.18'],
    ['applicationSet.noSaasAppAvailable', 'S2-8.19'],
    ['applicationSet.saasAppAlreadyBound', 'S2-8.20'],
  ],
}

describe.each(Object.keys(keys))('the messages of %s', (document) => {
  eachCase<[string]>((keys[document] ?? []).map((row): [string, ...FactId[]] => [...row, 'D-7.1']))(
    '%s exists in four languages',
    (message) => {
      const [key = '', parameters = ''] = message.split(': ')
      const different = new Set(texts.map((translation) => translation[key] ?? translation[`${key}_other`])).size
      // Names of products are the same in some languages.
      expect(different).toBeGreaterThanOrEqual(document === 'S0' ? languages.length : 2)
      for (const translation of texts) {
        const text = translation[key] ?? translation[`${key}_other`]
        expect(text?.trim()).toBeTruthy()
        for (const parameter of parameters.split(' ')) expect(text).toContain(parameter)
      }
    },
  )
})

describe('the texts', () => {
  it('show the licence size NA as two dashes', { tags: ['S0-3.24'] }, () => {
    expect(texts.map((translation) => translation['license.option.licenseSize.NA'])).toEqual(languages.map(() => '--'))
  })

  it('are complete in every language: each has those of English, and says something in each', { tags: ['D-7.2'] }, () => {
    const [english = {}, ...others] = texts
    for (const translation of others) expect(Object.keys(translation).toSorted()).toEqual(Object.keys(english).toSorted())
    for (const translation of texts) expect(Object.keys(translation).filter((key) => translation[key]?.trim() === '')).toEqual([])
  })
})
