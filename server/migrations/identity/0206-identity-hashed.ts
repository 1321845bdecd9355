import type { Migration } from '../migration.ts'

/** Deletes provider data stored in plain text by earlier versions; everybody signs in again. */
export const identityHashed: Migration = { id: 206, name: 'identity store hashed', statements: ['delete from identity_store'] }
