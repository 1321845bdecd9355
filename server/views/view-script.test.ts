// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { expect, it } from 'vitest'
import { VIEW_SCRIPT } from './view-script.ts'

it('applies the colour mode that the page around the view sends, and nothing else, without losing typed text', { tags: ['H-5.12'] }, () => {
  document.documentElement.dataset['look'] = 'light'
  document.body.innerHTML = '<input>'
  const input = document.querySelector('input') as HTMLInputElement
  input.value = 'typed'
  runInThisContext(VIEW_SCRIPT)
  const send = (data: unknown, source: Window | null): unknown => {
    dispatchEvent(new MessageEvent('message', { data, source }))
    return document.documentElement.dataset['look']
  }
  expect(send({ look: 'dark' }, null)).toBe('light')
  expect(send({ look: 'dark' }, parent)).toBe('dark')
  expect(send({ look: '"><script>' }, parent)).toBe('dark')
  expect(document.querySelector('input')).toBe(input)
  expect(input.value).toBe('typed')
})
