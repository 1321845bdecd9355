import { ChakraProvider, defaultSystem } from '@chakra-ui/react'
import Form from '@rjsf/chakra-ui'
import validator from '@rjsf/validator-ajv8'
import type { RJSFSchema } from '@rjsf/utils'
import { createRoot } from 'react-dom/client'

/** What the measurement hands over before it asks for the form. */
interface Handed {
  schema: RJSFSchema
  record: Record<string, unknown>
}

/** Mounts the form library's own form, as it comes, on a schema and a record. */
function mount({ schema, record }: Handed): void {
  createRoot(document.getElementById('root') ?? document.body).render(
    <ChakraProvider value={defaultSystem}>
      <Form schema={schema} formData={record} validator={validator} />
    </ChakraProvider>,
  )
}

Object.assign(window, { mount })
