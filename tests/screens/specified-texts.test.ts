import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'locales')

/** All texts of a language, whatever file they stand in. */
function textsOf(language: string): Record<string, string> {
  const files = readdirSync(join(folder, language)).map((file) => readFileSync(join(folder, language, file), 'utf8'))
  return Object.assign({}, ...files.map((file) => JSON.parse(file) as object)) as Record<string, string>
}

const languages = ['en', 'fr', 'de', 'es']
const texts = languages.map(textsOf)

/** Message keys as the specifications spell them, with the values that their texts carry; texts that count have several forms. */
const keys: Record<string, string[]> = {
  S0: [
    'validation.field.min: {{min}}',
    'validation.field.max: {{max}}',
    'validation.field.mandatory',
    'validation.field.noSpaces',
    'validation.field.between: {{min}} {{max}}',
    'validation.field.integer',
    'validation.field.forbiddenCharacters',
    'validation.field.ipAddress',
    'validation.field.ipWithPrefixLength',
    'validation.field.subnet',
    'validation.field.range',
    'validation.field.portsList',
    'validation.field.mail',
    'validation.field.bossName',
    'validation.global.error',
    'bulk.unknown.value: {{value}}',
    'appliance.bulk.owner.not.auth',
    'appliance.bulk.type.not.auth',
    'settings.reporting.not.available',
    'admin.api.error: {{status}}',
    'admin.no.match',
    'license.cannot.edit',
    'license.cannot.split',
    'license.cannot.delete',
    'header.loading',
    'header.tenant.logout.message',
    'header.tenant.noResult',
    'header.teannt.moreResults',
    'navigation.confirm',
  ],
  S1: ['api.error: {{status}}', 'ihap.disable.warning', 'eb.lan.ihap.warning', 'network.teleEngines.title', 'validation.global.error'],
  S2: [
    'api.error: {{status}}',
    'validation.global.error',
    'credentials.psk.configured',
    'advanced.routing.vtiSubnet.isEmpty',
    'validation.field.bgpCommunity',
    'validation.field.portBasedApp.protocol',
    'firewallVpnZone.validation.warnings',
    'firewallVpnZone.noSiteAvailable',
    'firewallVpnZone.siteAlreadyBound',
    'applicationSet.noSaasAppAvailable',
    'applicationSet.saasAppAlreadyBound',
  ],
}

describe.each(Object.keys(keys))('a message of %s', (document) => {
  it.each(keys[document] ?? [])('%s, in four languages', (said) => {
    const [key = '', parameters = ''] = said.split(': ')
    for (const own of texts) {
      const text = own[key] ?? own[`${key}_other`]
      expect(text?.trim()).toBeTruthy()
      for (const parameter of parameters.split(' ')) expect(text).toContain(parameter)
    }
  })
})
