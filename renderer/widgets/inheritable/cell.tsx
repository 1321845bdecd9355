export { ToggleCell as InheritableCell } from '../toggle/cell.tsx'
