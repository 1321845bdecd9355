import type { EmptiedFunctions, LibraryCut } from './cut.ts'
import { methodsOf } from './methods-of.ts'

const fields = '/@rjsf/core/lib/components/fields'
const form = '/@rjsf/core/lib/components/Form.js'
const registry = '/@rjsf/core/lib/getDefaultRegistry.js'
const schemaTools = '/@rjsf/utils/lib/createSchemaUtils.js'

/**
 * What is cut from the form library. It is given objects and leaves, nothing else: every leaf is a field of ours, every object
 * a template of ours, no schema that it sees refers to another, depends on data or is put together from several, and it holds
 * no data itself.
 */
export const formCuts: readonly LibraryCut[] = [
  {
    file: registry,
    found: 'import fields from "./components/fields/index.js";\nimport templates from "./components/templates/index.js";\n',
    instead:
      'import ObjectField from "./components/fields/ObjectField.js";\nimport SchemaField from "./components/fields/SchemaField.js";\n',
  },
  { file: registry, found: 'import widgets from "./components/widgets/index.js";\n', instead: '' },
  { file: registry, found: 'fields: fields(),', instead: 'fields: { ObjectField, SchemaField },' },
  { file: registry, found: 'templates: templates(),', instead: 'templates: { ButtonTemplates: {} },' },
  { file: registry, found: 'widgets: widgets(),', instead: 'widgets: {},' },
  // What the library itself would say, it says nowhere.
  { file: registry, found: '        translateString: englishStringTranslator,\n', instead: '' },
  { file: `${fields}/SchemaField.js`, found: 'registry.translateString(TranslatableString.DeprecatedLabel, [label])', instead: 'label' },
  {
    file: `${fields}/ObjectField.js`,
    found:
      `return (_jsxs("div", { children: [_jsx("p", { className: 'rjsf-config-error', style: { color: 'red' }, children: ` +
      `_jsx(Markdown, { options: { disableParsingRawHTML: true }, children: translateString(TranslatableString.InvalidObjectField, ` +
      `[name || 'root', err.message]) }) }), _jsx("pre", { children: JSON.stringify(schema) })] }));`,
    instead: 'throw err;',
  },
  // A schema is what it is, whatever the data, and so is the data; nothing refers to something else.
  { file: `${fields}/SchemaField.js`, found: 'resolveUiSchema(_schema, _uiSchema, registry)', instead: '_uiSchema ?? {}' },
  {
    file: schemaTools,
    found: "this.rootSchema = makeAllReferencesAbsolute(rootSchema, rootSchema[ID_KEY] ?? '#');",
    instead: "throw Error('not part of this build');",
  },
  {
    file: schemaTools,
    found:
      'return getDefaultFormState(this.validator, schema, formData, this.rootSchema, includeUndefinedValues, ' +
      'this.experimental_defaultFormStateBehavior, this.experimental_customMergeAllOf, initialDefaultsGenerated);',
    instead: 'return formData;',
  },
  {
    file: schemaTools,
    found:
      'return retrieveSchema(this.validator, schema, this.rootSchema, rawFormData, this.experimental_customMergeAllOf, resolveAnyOfOrOneOfRefs);',
    instead: 'return schema;',
  },
  {
    file: schemaTools,
    found: 'return getDisplayLabel(this.validator, schema, uiSchema, this.rootSchema, globalOptions, this.experimental_customMergeAllOf);',
    instead: 'return false;',
  },
  {
    file: form,
    found: 'hasNestedConditionalSchema = schemaHasNestedConditional(schemaUtils.getRootSchema(), schemaUtils.getRootSchema());',
    instead: 'hasNestedConditionalSchema = false;',
  },
  { file: form, found: 'getUsedFormData = (formData, fields) => getUsedFormData(formData, fields);', instead: '' },
  { file: form, found: 'getFieldNames = (pathSchema, formData) => getFieldNames(pathSchema, formData);', instead: '' },
  {
    file: form,
    found: 'const canSanitize = shouldSanitize && deepEquals(rootSchema, state.schema);',
    instead: 'const canSanitize = false;',
  },
  { file: form, found: 'const mustValidate = edit && !props.noValidate && liveValidate;', instead: 'const mustValidate = false;' },
]

/** What would change data, check it or send it, and what schemas that are not plain would need. */
export const formEmptied: readonly EmptiedFunctions[] = [
  {
    file: form,
    names: methodsOf('Form', [
      'validate',
      'renderErrors',
      'liveValidate',
      'omitExtraData',
      'setFieldValue',
      'onChange',
      'validateBeforeThrow',
      'processChange',
      'reset',
      'onBlur',
      'queueUpdate',
      'onSubmit',
      'validateSubmission',
      'validateWithExtraErrors',
      'focusFirstError',
      'submit',
      'focusOnError',
      'validateFormWithFormData',
      'validateForm',
    ]),
  },
  {
    file: schemaTools,
    names: methodsOf('SchemaUtils', [
      'findFieldInSchema',
      'findSelectedOptionInXxxOf',
      'getClosestMatchingOption',
      'getFirstMatchingOption',
      'getFromSchema',
      'isFilesArray',
      'isMultiSelect',
      'isSelect',
      'omitExtraData',
      'sanitizeDataForNewSchema',
      'toPathSchema',
    ]),
  },
  {
    file: `${fields}/ObjectField.js`,
    names: ['getDefaultValue', 'getAvailableKey', 'onAddProperty', 'handleKeyRename', 'handleRemoveProperty'],
  },
]
