import { createGrid, type GridApi, type GridOptions, type Module } from 'ag-grid-community'
import { useEffect, useRef, type RefObject } from 'react'

/** The modules that a grid uses; more would only be weight. */
export type GridModules = readonly Module[]

/**
 * A grid whose rows and cells are drawn without React: a sheet draws hundreds of cells between two frames. It fills the element
 * of `frame`; a new `optionsOf` makes a new grid, so keep it until something truly changes. It is made in a task of its own, after
 * what stands around it: together they would keep the window from answering.
 */
export function useGrid<Row>(
  frame: RefObject<HTMLElement | null>,
  optionsOf: () => GridOptions<Row>,
  modules: GridModules,
): RefObject<GridApi<Row> | null> {
  const api = useRef<GridApi<Row> | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (frame.current) api.current = createGrid(frame.current, optionsOf(), { modules: [...modules] })
    })
    return () => {
      clearTimeout(timer)
      api.current?.destroy()
      api.current = null
    }
  }, [frame, optionsOf, modules])
  return api
}
