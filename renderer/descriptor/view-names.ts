/** Which components show the records of a list in another way, and with which options; `renderer/views/registry.ts` has a component for each. */
export interface ViewUses {
  /** Sites with the devices that stand there, and what connects these: those of the middle, around them what is connected to them. */
  'overlay-map': {
    /** Document of the tenant that holds sites and links, by its path below the API. */
    from: string
    /** Devices whose `mode` is this stand in the middle. */
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
