import { CULTURES, NETWORK_WORDS, type Culture } from './cultures.ts'
import type { Random } from './random.ts'

/** A person's name and interface language; the language is empty if the product does not support theirs. */
export interface PersonName {
  name: string
  locale: string
}

/** Name generator of one demo world; companies, people and mail addresses are unique. */
export interface Names {
  customer(culture: Culture): string
  partner(culture: Culture): string
  person(culture: Culture): PersonName
  /** Somebody without an account; names may repeat. */
  contact(culture: Culture): string
  /** A mail address of a person at a company, in ASCII, under a reserved domain. */
  mail(person: string, company: string): string
}

const CUSTOMER_MAX = 50

/** Creates the generator; a name that is already taken gets a branch number. */
export function createNames(random: Random): Names {
  const used = new Set<string>()
  const unique = (make: () => string): string => {
    for (let tries = 0; tries < 20; tries++) {
      const name = make()
      if (!used.has(name)) return remember(used, name)
    }
    const base = make()
    let branch = 2
    while (used.has(`${base} ${branch}`)) branch++
    return remember(used, `${base} ${branch}`)
  }
  const fullName = (culture: Culture): string => `${random.pick(culture.given)} ${random.pick(culture.family)}`
  return {
    customer: (culture) => unique(() => shortEnough(() => companyName(culture, random))),
    partner: (culture) => unique(() => random.pick(culture.partners).replace('{word}', random.pick(NETWORK_WORDS))),
    person: (culture) => ({ name: unique(() => fullName(culture)), locale: culture.locale }),
    contact: fullName,
    mail: (person, company) =>
      unique(() => `${slug(person) || 'office'}${random.chance(0.3) ? random.between(2, 99) : ''}@${slug(company) || 'company'}.example`),
  }
}

/** Picks a culture, weighted towards English, French, German and Spanish. */
export function pickCulture(random: Random): Culture {
  return random.chance(0.7) ? random.pick(CULTURES.filter(({ locale }) => locale !== '')) : random.pick(CULTURES)
}

function companyName(culture: Culture, random: Random): string {
  return random
    .pick(culture.companies)
    .replace('{family}', random.pick(culture.family))
    .replace('{family2}', random.pick(culture.family))
    .replace('{trade}', random.pick(culture.trades))
    .replace('{place}', random.pick(culture.places))
}

function shortEnough(make: () => string): string {
  for (;;) {
    const name = make()
    if (name.length <= CUSTOMER_MAX - 5) return name
  }
}

function remember(used: Set<string>, name: string): string {
  used.add(name)
  return name
}

/** Converts a name to ASCII letters and digits: strips diacritics, replaces the rest with hyphens. */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[øœ]/g, 'o')
    .replace(/[łl]/g, 'l')
    .replace(/[æ]/g, 'ae')
    .replace(/[ðđþ]/g, 'd')
    .replace(/ı/g, 'i')
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}
