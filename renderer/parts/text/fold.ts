/** A text without case and diacritics, for searches: `Ångström` and `angstrom` are the same. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
