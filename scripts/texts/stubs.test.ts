import { describe, expect, it } from 'vitest'
import { withDescriptionStubs, withStubs } from './stubs.ts'

describe('stubs of missing texts', () => {
  const english = { 'rack.one': 'Rack', 'rack.field.room': 'Room', 'rack.field.heightU': 'Height' }

  it('hold the English text behind a mark, where the English file has it', () => {
    const french = withStubs({ 'rack.one': 'Baie', 'rack.field.heightU': 'Hauteur' }, english, ['rack.field.room'])
    expect(Object.entries(french)).toEqual([
      ['rack.one', 'Baie'],
      ['rack.field.room', '[en] Room'],
      ['rack.field.heightU', 'Hauteur'],
    ])
  })

  it('are made from the key where English has no text either, and are no stubs of stubs', () => {
    const own = withStubs(english, english, ['rack.field.serialNumber'])
    expect(own['rack.field.serialNumber']).toBe('[en] Serial number')
    expect(withStubs({}, own, ['rack.field.serialNumber'])).toEqual({ 'rack.field.serialNumber': '[en] Serial number' })
  })

  it('of descriptions hold the sentence itself, in the order of the alphabet', () => {
    const texts = withDescriptionStubs({ 'Name of the rack.': 'Name des Schranks.', 'A room.': 'Ein Raum.' }, ['Height: in units.'])
    expect(Object.entries(texts)).toEqual([
      ['A room.', 'Ein Raum.'],
      ['Height: in units.', '[en] Height: in units.'],
      ['Name of the rack.', 'Name des Schranks.'],
    ])
  })
})
