import { ChakraProvider, defaultSystem } from '@chakra-ui/react'
import Form from '@rjsf/chakra-ui'
import validator from '@rjsf/validator-ajv8'
import type { RJSFSchema } from '@rjsf/utils'
import { createRoot } from 'react-dom/client'

/** Passed in by the benchmark when it mounts the form. */
interface MountOptions {
  schema: RJSFSchema
  record: Record<string, unknown>
}

/** Mounts the form library's default form for a schema and a record. */
function mount({ schema, record }: MountOptions): void {
  createRoot(document.getElementById('root') ?? document.body).render(
    <ChakraProvider value={defaultSystem}>
      <Form schema={schema} formData={record} validator={validator} />
    </ChakraProvider>,
  )
}

Object.assign(window, { mount })
