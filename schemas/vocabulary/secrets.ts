import type { PropertySchema } from './types.ts'

/** What stands beside a secret that is stored, instead of it: `configured: true` (DECISIONS section 3). */
export const SECRET_MARK = 'configured'

/** Where it stands, for a secret by its pointer or the path of a cell. */
export const secretMarkOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/') + 1) + SECRET_MARK

/** Whether records of this shape carry the mark. An object holds one secret at most. */
export const hasSecretMark = ({ properties = {} }: Pick<PropertySchema, 'properties'>): boolean =>
  Object.values(properties).some((property) => property['x-secret'] === true)
