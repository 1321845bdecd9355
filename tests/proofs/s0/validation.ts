import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Shared validators and the limits of fields. */
export const validation: SectionRows = {
  document: 'S0',
  section: 5,
  rows: {
    rule: {
      'Minimum length: validation.field.min with its bound': 'messages of constraint errors > names text that is too short',
      'Maximum length: validation.field.max with its bound': 'messages of constraint errors > names text that is too long',
      'Mandatory: empty or missing fails': [
        'messages of constraint errors > names a missing field',
        'messages of constraint errors > names empty text where one character is asked',
      ],
      'Mandatory only where another field differs':
        'the state of a control > is required when the schema says so, unless it cannot be filled in',
      'No spaces': ['formats > no-spaces refuses "a b"', 'formats > no-spaces accepts "abc"'],
      'Integer between two bounds: validation.field.between': 'messages of constraint errors > names a number out of its bounds',
      'Integer: validation.field.integer': 'messages of constraint errors > names text in an integer field',
      'Forbidden characters': [
        'formats > forbidden-characters refuses "a|b"',
        'formats > forbidden-characters refuses "a=b"',
        'formats > forbidden-characters refuses "a\'b"',
        'formats > forbidden-characters refuses "a`b"',
        'messages of constraint errors > names forbidden characters',
      ],
      'IPv4 address': [
        "shared definitions > 'network#/$defs/ipv4' accepts '255.255.255.255' and refuses '256.0.0.0' with its own key",
        'formats > ipv4 refuses "01.2.3.4"',
      ],
      'IPv4 with prefix 0 to 32':
        "shared definitions > 'network#/$defs/ipv4WithPrefix' accepts '255.255.255.255/32' and refuses '10.0.0.1/33' with its own key",
      Subnet: "shared definitions > 'network#/$defs/subnet' accepts '255.255.255.252/30' and refuses '10.0.0.1/24' with its own key",
      'Range of ports': "shared definitions > 'network#/$defs/portRange' accepts '0-65535' and refuses '0-65536' with its own key",
      'List of ports, or all': [
        "shared definitions > 'network#/$defs/portsList' accepts '0;65535' and refuses '65536' with its own key",
        'formats > ports-list accepts "*"',
      ],
      'Mail address': [
        "shared definitions > 'naming#/$defs/mail' accepts 'a@b.de' and refuses 'a@b' with its own key",
        'formats > mail refuses "a@@b.de"',
      ],
      'Name rule: 50 characters, no blank at the ends, limited set': [
        'shared definitions > naming#/$defs/nameRule holds texts up to its length',
        'shared definitions > say of a name that is empty that it is missing, and of one with a wrong character which rule it breaks',
        'formats > boss-name refuses " a"',
      ],
      'Rules that hold under a condition': 'settling a flat record > refuses a value sent into a hidden field with the reason of the rule',
      'Invalid on Apply: validation.global.error, nothing is sent': [
        'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
        "the form 'partner: new', left empty > sends nothing, says what is wrong, and goes there",
      ],
      'First message of a field alone': 'errors of an editor > show when a field is left, the first message only',
      'Special characters are escaped in every search': [
        'list filters as RSQL > makes wildcards of the person literal',
        'the tenant picker > searches half a second after typing, from two letters on, with special characters as text',
        'the tenant search > takes escaped wildcards for what they are',
      ],
      'Tenant search: two letters or none':
        'the tenant picker > searches half a second after typing, from two letters on, with special characters as text',
      'License types without XXL or XS': [
        'license-add: size-of-type-1',
        'license-add: size-of-type-2',
        'license-add: size-of-type-3',
        'license-add: size-of-type-4',
      ],
      'New licences: Activation as they are offered': 'license-add is accepted: activation licences as they are offered',
      'New licences begin this month unless said otherwise': 'license-add: starts-now',
      'Edge security: client required': 'cloud-security-settings: client-needed',
      'Edge security: secret required while none is stored': 'cloud-security-settings: secret-needed',
    },
    limit: {
      'Partner: name required, at most 100': [
        'partner is refused: no name',
        'partner is refused: a name of 101 characters',
        'partner, name: at most 100',
      ],
      'Partner: contact required, at most 250': ['partner is refused: no contact', 'partner, contactName: at most 250'],
      'Partner: mail of contact required, at most 250, in form': [
        'partner is refused: a contact mail without a domain',
        'partner, contactEmail: at most 250',
      ],
      'Partner: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of partner, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of partner',
      ],
      'Customer: name required, at most 50': ['customer is refused: no name', 'customer is refused: a name of 51 characters'],
      'Customer: domain at most 50': 'customer is refused: a domain of 51 characters',
      'Customer: mail of contact in form': 'customer is refused: a contact mail with a space',
      'Customer: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of customer, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of customer',
      ],
      'User: mail required, at most 250, in form': [
        'user-role is refused: no mail',
        'user-role is refused: a mail of 251 characters',
        'user-role is refused: a mail without a host',
      ],
      'User: name at most 250': 'user-role is refused: a name of 251 characters',
      'User: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of user-role, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of user-role',
      ],
      'Appliance: serial number required, at most 50': [
        'appliance is refused: no serialNumber',
        'appliance is refused: a serialNumber of 51 characters',
      ],
      'Appliance: model, tag, software at most 50': [
        'appliance is refused: a model of 51 characters',
        'the service, at, below and above the bounds > of every place of appliance',
      ],
      'Profile: name required, at most 250, mail read only': [
        'the profile > takes a name of 250 characters',
        'the profile > refuses *',
        'the profile > is saved with its revision, and says what is wrong with a name first',
      ],
      'Licences: tenant required': [
        'license-add is refused: to nobody',
        "S0 section 5, a command that begins with a row, at, below and above the bounds > 'license-edit' without 'tenantId', which is required, is refused at its place",
      ],
      'Licences: count from 1': ['license-add is refused: none', 'license-delete is refused: none'],
      'Licences: count up to that of the group': [
        'license-edit: count-of-the-group',
        'license-delete: count-of-the-group',
        'license-split: count-of-the-group',
      ],
      'Licences: duration 1 to 72': [
        'license-add is refused: no month of duration',
        'license-add is refused: 73 months',
        'license-edit is refused: 73 months',
      ],
      'Assigning: tenant required, count from 1 to that of the group': [
        'license-assign is refused: to nobody',
        'license-assign is refused: none',
        'license-assign: count-of-the-group',
      ],
      'Moving, assigning, splitting: at, below and above the bounds':
        'S0 section 5, a command that begins with a row, at, below and above the bounds > license-assign: the service takes what fits and refuses the rest at its place',
      'Edge security: client at most 50': 'cloud-security-settings is refused: a client of 51 characters',
      'Edge security: secret at most 100': 'cloud-security-settings is refused: a secret of 101 characters',
    },
  },
}
