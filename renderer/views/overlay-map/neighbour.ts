import type { MapLayout, PlacedDevice } from './layout.ts'

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest device in the direction of an arrow key, one that lies straight ahead before one aside; undefined at the end, and for other keys. */
export function neighbourOf(from: PlacedDevice, key: string, { devices }: MapLayout): PlacedDevice | undefined {
  const [x, y] = directions[key] ?? [0, 0]
  let best: PlacedDevice | undefined
  let least = Infinity
  for (const other of devices.values()) {
    const across = other.x - from.x
    const down = other.y - from.y
    const ahead = across * x + down * y
    const aside = Math.abs(across * y) + Math.abs(down * x)
    if (ahead <= 0.5 || ahead + aside * 2 >= least) continue
    best = other
    least = ahead + aside * 2
  }
  return best
}
