import type { Migration } from './migration.ts'

/** What the identity store kept in clear before is forgotten: everybody signs in once more. */
export const identityHashed: Migration = { id: 206, name: 'identity store hashed', statements: ['delete from identity_store'] }
