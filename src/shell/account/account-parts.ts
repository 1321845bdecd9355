// Pages and dialogs of a person's account, as one script: every further dynamic import splits the chunks that pages share.
export { ConflictDialog } from '../list-views/conflict-dialog.tsx'
export { ViewDialog } from '../list-views/view-dialog.tsx'
export { DeliveriesDialog } from '../deliveries/deliveries-dialog.tsx'
export { ProfileDialog } from './profile-dialog.tsx'
export { storePreferences } from './store-preferences.ts'
export { UserInfoPage } from './user-info-page.tsx'
