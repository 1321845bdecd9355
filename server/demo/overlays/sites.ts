import { CULTURES, type Culture } from '../world/cultures.ts'
import type { Random } from '../world/random.ts'

/** Kinds of a company's sites, by language; hubs are at the first kind. */
const KINDS: Record<string, readonly string[]> = {
  en: ['Data Centre', 'Depot', 'Office', 'Store', 'Warehouse', 'Works'],
  fr: ['Centre de données', 'Agence', 'Dépôt', 'Magasin', 'Entrepôt', 'Usine'],
  de: ['Rechenzentrum', 'Filiale', 'Lager', 'Niederlassung', 'Werk', 'Büro'],
  es: ['Centro de datos', 'Almacén', 'Delegación', 'Fábrica', 'Oficina', 'Tienda'],
}

/** Languages that put the kind before the place. */
const KIND_FIRST = ['fr', 'es']

/** Names of sites of one company, all different: first those of its hubs, then branches, near ones first. */
export function siteNames(random: Random, culture: Culture, { hubs, branches }: { hubs: number; branches: number }): string[] {
  const language = culture.locale in KINDS ? culture.locale : 'en'
  const [hubKind = '', ...kinds] = KINDS[language] ?? []
  const nameOf = (place: string, kind: string): string => (KIND_FIRST.includes(language) ? `${kind} ${place}` : `${place} ${kind}`)
  const places = placesFrom(culture, random.between(0, culture.places.length - 1))
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const used = new Set<string>()
  const distinct = (name: string): string => {
    let chosen = name
    for (let number = 2; used.has(chosen); number++) chosen = `${name} ${number}`
    used.add(chosen)
    return chosen
  }
  return [
    ...Array.from({ length: hubs }, (_, index) => distinct(nameOf(at(places, index), hubKind))),
    ...Array.from({ length: branches }, (_, index) =>
      distinct(nameOf(at(places, index), at(kinds, index + Math.floor(index / places.length)))),
    ),
  ]
}

/** Places of its own culture, rotated to start at the given one, then all others. */
function placesFrom(culture: Culture, start: number): string[] {
  const near = [...culture.places.slice(start), ...culture.places.slice(0, start)]
  return [...near, ...CULTURES.filter((one) => one !== culture).flatMap(({ places }) => places)]
}
