// What the shell loads behind the page, as one script: the build divides shared code by who loads it, and each further loader costs.
export { CommandPalette } from './command-palette.tsx'
export { KeptEntries } from '../kept/kept-entries.tsx'
export { RecordMark } from '../kept/record-mark.tsx'
