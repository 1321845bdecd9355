import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { durationsMs, keyframes, motionTokens } from './motion.ts'
import { system } from './system.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
const sources = ['renderer', 'src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/theme.(?:motion|global-css)\.ts$/.test(file))
/** A style that sets a duration or an easing curve directly. */
const ownTiming = /\b(?:transition|animation)\w*\s*[:=]\s*\{?\s*['"`][^'"`]*(?:\b\d+m?s\b|cubic-bezier|\bease\b|ease-)/

describe('animation timing', () => {
  it('lasts 120 to 180 ms', () => {
    for (const ms of Object.values(durationsMs)) {
      expect(ms).toBeGreaterThanOrEqual(120)
      expect(ms).toBeLessThanOrEqual(180)
    }
  })

  it('is available to styles as tokens', () => {
    expect(system.css({ transition: 'opacity {durations.fast} {easings.out}' })).toEqual({
      transition: 'opacity var(--chakra-durations-fast) var(--chakra-easings-out)',
    })
    expect(system.css({ animation: 'appear' })).toEqual({ animation: 'var(--chakra-animations-appear)' })
  })

  it('covers each animation', () => {
    for (const { value } of Object.values(motionTokens.animations)) expect(Object.keys(keyframes)).toContain(value.split(' ')[0])
  })

  it('is defined in one place', () => {
    expect(sources.filter((file) => ownTiming.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
