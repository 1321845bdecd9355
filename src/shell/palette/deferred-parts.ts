// What the shell loads once the page has been drawn, as one script: every further dynamic import splits the chunks that pages share.
export { UserMenu } from '../account/user-menu.tsx'
export { CommandPalette } from './command-palette.tsx'
export { KeptEntries } from '../kept/kept-entries.tsx'
export { ListViews } from '../list-views/list-views.tsx'
export { RecordMark } from '../kept/record-mark.tsx'
