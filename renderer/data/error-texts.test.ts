import { expect, it } from 'vitest'
import { RequestError } from './data-source.ts'
import { errorTexts, inOneLine } from './error-texts.ts'

const texts = { t: (key: string) => `(${key})`, hasText: (key: string) => key === 'known' }

it('the error text is the message of the response, or a localized text if there was no response', () => {
  expect(errorTexts(texts, new RequestError({ status: 0, messages: ['Unknown error'] }))).toEqual(['(error.noAnswer)'])
  expect(errorTexts(texts, new RequestError({ status: 500, messages: ['Unknown error'] }))).toEqual(['Unknown error'])
  const errors = ['known', 'other', 'other'].map((key) => ({ pointer: '', key, message: `about ${key}` }))
  expect(errorTexts(texts, new RequestError({ status: 400, messages: [], errors }))).toEqual(['(known)', 'about other'])
})

it('the sentence about the whole stands for errors in mere words, beside those with a key of ours', () => {
  const errors = [
    { pointer: '', key: 'known', message: 'x' },
    { pointer: '', key: '', message: 'One.' },
  ]
  const textsOf = (init: object) => errorTexts(texts, new RequestError({ status: 400, messages: ['All.'], errors, ...init }))
  expect(textsOf({ detail: 'All.' })).toEqual(['(known)', 'All.'])
  expect(textsOf({})).toEqual(['(known)', 'One.'])
  expect(textsOf({ status: 0 })).toEqual(['(known)', '(error.noAnswer)'])
  expect(textsOf({ detail: 'All.', errors: errors.slice(0, 1) })).toEqual(['(known)'])
})

it('several messages stand in one line with one full stop', () => {
  expect(inOneLine(['1 of 3 was made.', 'There is no room.'])).toBe('1 of 3 was made; There is no room.')
  expect(inOneLine(['Taken', 'v1.2 is old'])).toBe('Taken; v1.2 is old')
})
