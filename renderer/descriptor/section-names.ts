/** Names of the components that draw whole sections; `renderer/sections/registry.ts` has a component for each. */
export const sectionNames = [] as const satisfies readonly string[]

/** What a section may `use`. */
export type SectionName = (typeof sectionNames)[number]
