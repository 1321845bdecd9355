import type { RJSFSchema } from '@rjsf/utils'
import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { validators } from '../../schemas/generated/validators/index.ts'
import { loadCompiled } from '../../schemas/generated/validators/load.ts'
import { loadEntityValidator, validatorOf } from './entity-validator.ts'

const asForm = (schema: object): RJSFSchema => schema as RJSFSchema

const schema = asForm(entitySchemas['edge-box'])
const wrong = { name: ' Box', serialNumber: 5, wans: 'none', nmae: 'x' }

describe('the validator of an entity', () => {
  it('refuses what the service refuses, with the same messages', async () => {
    const { validate } = await loadEntityValidator('edge-box')
    expect(validate(wrong).length).toBeGreaterThan(3)
    expect(validate(wrong)).toEqual(validators['edge-box'](wrong))
    expect(validate(wrong)).toEqual(validators['edge-box'](wrong))
  })

  it("is the rjsf validator for a form of the entity's schema, with text keys as messages", async () => {
    const { form } = await loadEntityValidator('edge-box')
    const { errors, errorSchema } = form.validateFormData(wrong, schema)
    expect(errors.map(({ property, message }) => [property, message])).toContainEqual(['.serialNumber', 'validation.field.type'])
    expect(errorSchema).toMatchObject({ serialNumber: { __errors: ['validation.field.type'] } })
    expect(form.isValid(schema, wrong, schema)).toBe(false)
  })

  it('can be created for a form with some of the fields, under the name of the entity', async () => {
    const part = asForm({ $id: 'edge-box', type: 'object', properties: { serialNumber: { type: 'string' } } })
    const form = validatorOf(await loadCompiled('edge-box'), part)
    expect(form.validateFormData(wrong, part).errorSchema).toMatchObject({ serialNumber: { __errors: ['validation.field.type'] } })
  })

  it('refuses a schema that it was not created for', async () => {
    const compiled = await loadCompiled('edge-box')
    expect(() => validatorOf(compiled, asForm({ $id: 'site' }))).toThrow('No precompiled validator function')
    expect(() => validatorOf(compiled).validateFormData(wrong, asForm({ type: 'object' }))).toThrow('differs from the rootSchema')
  })
})
