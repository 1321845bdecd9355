/** A pseudo-random number in [0, 1), determined by the text and the position. */
export function randomAt(seed: number, place: number): number {
  let mixed = (seed ^ Math.imul(place | 0, 0x9e3779b1)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** Value noise: interpolates smoothly between `randomAt` of neighbouring integers; 0 to 1. */
export function noiseAt(seed: number, place: number): number {
  const before = Math.floor(place)
  const share = place - before
  const eased = share * share * (3 - 2 * share)
  return randomAt(seed, before) * (1 - eased) + randomAt(seed, before + 1) * eased
}

/** 32-bit FNV-1a hash of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
