/** Which components show the records of a list in another way, and with which options; `renderer/views/registry.ts` has a component for each. */
export interface ViewUses {
  /** Sites with their devices and the links between them: hub sites in the middle, connected sites around them. */
  'overlay-map': {
    /** Document of the tenant that holds sites and links, by its path below the API. */
    from: string
    /** Devices with this `mode` are placed in the middle. */
    middle: string
  }
}

export type ViewName = keyof ViewUses

/** What a view may `use`, with the options of each. */
export const viewOptions: { readonly [N in ViewName]: readonly (keyof ViewUses[N] & string)[] } = {
  'overlay-map': ['from', 'middle'],
}

/** A view of a list beside its rows. */
export type ViewChoice = { [N in ViewName]: { use: N; options: ViewUses[N] } }[ViewName]
