import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('a folded text', () => {
  it.each([
    ['Ångström', 'angstrom'],
    ['ÉQUIPEMENTS', 'equipements'],
    ['Paramètres du réseau', 'parametres du reseau'],
    ['straße', 'straße'],
    ['a^b`c', 'a^b`c'],
    ['Ελλάδα', 'ελλαδα'],
  ])('has neither case nor diacritics: %s', (text, folded) => expect(fold(text)).toBe(folded))
})
