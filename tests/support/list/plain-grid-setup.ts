import { vi } from 'vitest'

// Nothing has a size in these tests, and the grid renders only what is visible: a plain table takes its place.
vi.mock('../../../renderer/list/list-grid.tsx', () => import('./plain-grid.tsx'))
