/** Methods of a class as `Class.name`. */
export const methodsOf = (owner: string, names: readonly string[]): string[] => names.map((name) => `${owner}.${name}`)
