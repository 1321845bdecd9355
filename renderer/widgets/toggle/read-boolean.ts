const yes = new Set(['true', 'yes', '1', 'x', 'on', 'oui', 'ja', 'sí', 'si', 'vrai', 'wahr', 'verdadero'])
const no = new Set(['false', 'no', '0', 'off', 'non', 'nein', 'faux', 'falsch', 'falso'])

/** Reads a boolean as people and spreadsheets write it, in every language of the console; undefined for anything else. */
export function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLocaleLowerCase('en')
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}
