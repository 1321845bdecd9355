import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('fold', () => {
  it.each([
    ['Ångström', 'angstrom'],
    ['ÉQUIPEMENTS', 'equipements'],
    ['Paramètres du réseau', 'parametres du reseau'],
    ['straße', 'straße'],
    ['a^b`c', 'a^b`c'],
    ['Ελλάδα', 'ελλαδα'],
  ])('removes case and diacritics: %s', (text, folded) => expect(fold(text)).toBe(folded))
})
