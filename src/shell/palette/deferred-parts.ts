// What the shell loads once the page has been drawn, as one script: every further dynamic import splits the chunks that pages share.
export { UserMenu } from '../account/user-menu.tsx'
export { FirstSteps } from '../help/first-steps.tsx'
export { HelpPanel } from '../help/help-panel.tsx'
export { ShortcutSheet } from '../help/shortcut-sheet.tsx'
export { CommandPalette } from './command-palette.tsx'
export { KeptEntries } from '../kept/kept-entries.tsx'
export { ListViews } from '../list-views/list-views.tsx'
export { RecordMark } from '../kept/record-mark.tsx'
