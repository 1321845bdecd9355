import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

interface Case {
  why: string
  text: string
  valid: boolean
}

const valid = (why: string, text: string): Case => ({ why, text, valid: true })
const invalid = (why: string, text: string): Case => ({ why, text, valid: false })

/** Our own cases for every format with a standard name; the cases of the JSON-Schema-Test-Suite run in the exhaustive suite. */
const suite: Record<string, Case[]> = {
  ipv4: [
    valid('a valid IP address', '192.168.0.1'),
    invalid('an IP address with too many components', '127.0.0.0.1'),
    invalid('an IP address with out-of-range values', '256.256.256.256'),
    invalid('an IP address without 4 components', '127.0'),
    invalid('an IP address as an integer', '0x7f000001'),
    invalid('an IP address as an integer (decimal)', '2130706433'),
    invalid('invalid leading zeroes, as they are treated as octals', '087.10.0.1'),
    valid('value without leading zero is valid', '87.10.0.1'),
    invalid('invalid non-ASCII digit (a Bengali 2)', '1২7.0.0.1'),
    invalid('netmask is not a part of ipv4 address', '192.168.1.0/24'),
    invalid('leading whitespace is invalid', ' 192.168.0.1'),
    invalid('trailing whitespace is invalid', '192.168.0.1 '),
    invalid('trailing newline is invalid', '192.168.0.1\n'),
    valid('the lowest address', '0.0.0.0'),
    valid('the highest address', '255.255.255.255'),
    invalid('one past the highest component', '10.0.0.256'),
    invalid('a component of four digits', '10.0.0.1000'),
    invalid('two zeros for one', '10.00.0.1'),
    invalid('an empty component', '10..0.1'),
    invalid('a dot in front', '.10.0.0.1'),
    invalid('a dot behind', '10.0.0.1.'),
    invalid('dots alone', '...'),
    invalid('three components', '10.0.1'),
    invalid('a negative component', '10.0.0.-1'),
    invalid('a component with a plus', '+10.0.0.1'),
    invalid('a hexadecimal component', '10.0.0.0xa'),
    invalid('a component with an exponent', '1e1.0.0.1'),
    invalid('a letter among the digits', '10.0.0.1a'),
    invalid('commas for dots', '10,0,0,1'),
    invalid('fullwidth dots', '10．0．0．1'),
    invalid('fullwidth digits', '１０.0.0.1'),
    invalid('a space inside', '10. 0.0.1'),
    invalid('a tab behind', '10.0.0.1\t'),
    invalid('a carriage return behind', '10.0.0.1\r'),
    invalid('a line break in front', '\n10.0.0.1'),
    invalid('a null character behind', '10.0.0.1\0'),
    invalid('a port', '10.0.0.1:80'),
    invalid('brackets', '[10.0.0.1]'),
    invalid('an address in one of IPv6', '::ffff:10.0.0.1'),
    invalid('two addresses', '10.0.0.1 10.0.0.2'),
  ],
  'date-time': [
    valid('the leap day of a leap year', '2024-02-29T00:00:00Z'),
    invalid('the leap day of another year', '2023-02-29T00:00:00Z'),
    valid('the leap day of a century that 400 divides', '2000-02-29T00:00:00Z'),
    invalid('the leap day of another century', '1900-02-29T00:00:00Z'),
    invalid('month zero', '2024-00-10T00:00:00Z'),
    invalid('a month past the last', '2024-13-10T00:00:00Z'),
    invalid('day zero', '2024-05-00T00:00:00Z'),
    invalid('the 31st of a month of 30 days', '2024-04-31T00:00:00Z'),
    invalid('a minute of an offset past the last', '2024-05-10T00:00:00+01:60'),
    invalid('no seconds', '2024-05-10T00:00Z'),
    invalid('a point without a fraction', '2024-05-10T00:00:00.Z'),
    invalid('a fraction behind a comma', '2024-05-10T00:00:00,5Z'),
    invalid('nothing between date and time', '2024-05-1000:00:00Z'),
    invalid('a date alone', '2024-05-10'),
    invalid('a time alone', '00:00:00Z'),
    invalid('a year of two digits', '24-05-10T00:00:00Z'),
    invalid('a name of a zone', '2024-05-10T00:00:00[Europe/Paris]'),
    invalid('a space in front', ' 2024-05-10T00:00:00Z'),
    invalid('a line break behind', '2024-05-10T00:00:00Z\n'),
    valid('a valid date-time string', '1963-06-19T08:30:06.283185Z'),
    valid('a valid date-time string without second fraction', '1963-06-19T08:30:06Z'),
    valid('a valid date-time string with plus offset', '1937-01-01T12:00:27.87+00:20'),
    valid('a valid date-time string with minus offset', '1990-12-31T15:59:50.123-08:00'),
    valid('a valid date-time with a leap second, UTC', '1998-12-31T23:59:60Z'),
    valid('a valid date-time with a leap second with minus offset', '1998-12-31T15:59:60.123-08:00'),
    invalid('an invalid date-time past leap second, UTC', '1998-12-31T23:59:61Z'),
    invalid('an invalid date-time with leap second on a wrong minute, UTC', '1998-12-31T23:58:60Z'),
    invalid('an invalid date-time with leap second on a wrong hour, UTC', '1998-12-31T22:59:60Z'),
    invalid('an invalid day in date-time string', '1990-02-31T15:59:59.123-08:00'),
    invalid('an invalid offset in date-time string', '1990-12-31T15:59:59-24:00'),
    invalid('an invalid closing Z after time-zone offset', '1963-06-19T08:30:06.28123+01:00Z'),
    invalid('an invalid date-time string', '06/19/1963 08:30:06 PST'),
    valid('case-insensitive T and Z', '1963-06-19t08:30:06.283185z'),
    invalid('only RFC3339 not all of ISO 8601 are valid', '2013-350T01:01:01'),
    invalid('invalid non-padded month dates', '1963-6-19T08:30:06.283185Z'),
    invalid('invalid non-padded day dates', '1963-06-1T08:30:06.283185Z'),
    invalid('invalid non-ASCII digit in date portion', '1963-06-1৪T00:00:00Z'),
    invalid('invalid non-ASCII digit in time portion', '1963-06-11T0৪:00:00Z'),
    invalid('invalid extended year', '+11963-06-19T08:30:06.283185Z'),
    invalid('an hour past the last', '1963-06-19T24:00:00Z'),
    invalid('a minute past the last', '1963-06-19T08:60:00Z'),
    invalid('no offset', '1963-06-19T08:30:06'),
  ],
}

/** Texts on which `formats` differs from the standard, with the reason; fails here if ajv-formats fixes one. */
const deviations: Record<string, Case[]> = {
  ipv4: [valid('empty text is left to the mandatory check, in every format of ours', '')],
  'date-time': [
    valid('a space in the place of T: RFC 3339 section 5.6 leaves that to applications, and PostgreSQL writes it', '1963-06-19 08:30:06Z'),
    valid('an offset without a colon: taken over from ISO 8601', '1963-06-19T08:30:06+0100'),
    valid('an offset of hours only: taken over from ISO 8601', '1963-06-19T08:30:06+01'),
    valid('hour 24 where the offset makes a leap second of it: ajv-formats reads the hour in UTC then', '2015-06-30T24:59:60+01:00'),
    invalid('a fraction so long that, read as a number, it is the next second', '2026-11-23T21:38:59.9999999999999999Z'),
  ],
}

describe('formats with a standard name', () => {
  for (const [name, cases] of Object.entries(suite)) {
    it.each(cases)(`${name}: $why ("$text", $valid)`, ({ text, valid: isValid }) => expect(formats[name]?.(text)).toBe(isValid))
  }

  for (const [name, cases] of Object.entries(deviations)) {
    it.each(cases)(`${name} deviates: $why`, ({ text, valid: isValid }) => expect(formats[name]?.(text)).toBe(isValid))
  }
})
