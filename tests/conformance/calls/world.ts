import { expect } from 'vitest'
import { all, type Answer, type Call, type Item, type OpenWindow } from '../client/http.ts'
import { differences, type Shape } from '../client/shape.ts'

/** The people that make the calls; filled when the service has started. */
export interface World {
  /** The platform owner. */
  owner: Call
  /** The administrator of a distributor. */
  distributor: Call
  /** The administrator of a managed customer, with its overlay selected. */
  customer: Call
  /** The same person with no overlay selected. */
  withoutOverlay: Call
  /** Somebody at the same customer who may read only, with its overlay selected. */
  viewer: Call
  /** Somebody without a token. */
  nobody: Call
  /** A window that the console opens. */
  openWindow: OpenWindow
  customerOid: string
  distributorOid: string
}

/** Expects the printed fields in every record of an answer; returns the records, of which there must be one. */
export function printed(answer: Answer, shape: Shape): [Item, ...Item[]] {
  const [item, ...rest] = all(answer)
  if (item === undefined) throw new Error('The answer holds no record.')
  expect(differences([item, ...rest], shape)).toEqual([])
  return [item, ...rest]
}

/** Expects a problem document with a status and a list of errors, as sections 8 read them. */
export function expectProblem({ status, type, body }: Answer, expected: number): void {
  expect(status).toBe(expected)
  expect(type).toContain('application/problem+json')
  expect(body).toMatchObject({ status: expected, title: expect.any(String) as string, errors: expect.any(Array) as unknown[] })
  expect(body.detail ?? body.errors?.[0]?.message).toEqual(expect.any(String))
}
