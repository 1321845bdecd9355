/** Which components draw whole sections, and with which options; `renderer/sections/registry.ts` has a component for each. */
export interface SectionUses {
  /** A diagram of the record with the objects on its left and on its right; each links to its fields. */
  'device-diagram': {
    /** Path of the objects on the left; of each its state, and fields whose values are written beside it (`ipAddress+mask`: both, with a slash). */
    left: { each: string; state: string; about: string[] }
    /** Lists that are counted and fields whose values are written on the right. */
    right: { path: string; count?: boolean }[]
    /** Fields whose values are shown in the middle, below the record's name. */
    middle: string[]
  }
  /** Rows that the service knows of the record that a field refers to. */
  'related-records': {
    /** The reference. */
    of: string
    /** Name of the sub-collection of its record. */
    name: string
    /** Column name to the properties shown in it, separated by a slash. */
    columns: Record<string, string[]>
  }
}

export type SectionName = keyof SectionUses

/** What a section may `use`, with the options of each. */
export const sectionOptions: { readonly [N in SectionName]: readonly (keyof SectionUses[N] & string)[] } = {
  'device-diagram': ['left', 'right', 'middle'],
  'related-records': ['of', 'name', 'columns'],
}

/** A section that a component draws, with its options; or one of controls. */
export type SectionChoice = { [N in SectionName]: { use: N; options: SectionUses[N] } }[SectionName] | { use?: never; options?: never }
