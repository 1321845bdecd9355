import { createSystem, defaultBaseConfig, type RecipeCreatorFn } from '@chakra-ui/react'
import { globalCss } from './global-css.ts'
import { keyframes } from './motion.ts'
import { slotRecipes } from './recipes.ts'
import { semanticTokens, tokens } from './tokens.ts'

const made = createSystem(defaultBaseConfig, {
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' },
    tokens,
    semanticTokens,
    slotRecipes,
    keyframes,
    textStyles: {
      /** Page title. */
      title: { value: { fontSize: 'xl', lineHeight: 'tight', fontWeight: 'semibold', letterSpacing: 'tight' } },
      /** Title of a card, a dialog, an empty state. */
      heading: { value: { fontSize: 'md', lineHeight: 'tight', fontWeight: 'semibold', letterSpacing: 'tight' } },
      body: { value: { fontSize: 'md', lineHeight: 'normal' } },
      table: { value: { fontSize: 'sm', lineHeight: 'normal' } },
      label: { value: { fontSize: 'sm', lineHeight: 'normal', fontWeight: 'medium' } },
      hint: { value: { fontSize: 'xs', lineHeight: 'normal', color: 'fg.muted' } },
      caption: { value: { fontSize: '2xs', lineHeight: 'normal', fontWeight: 'medium', letterSpacing: 'wide', color: 'fg.subtle' } },
      mono: { value: { fontFamily: 'mono', fontSize: '0.94em', fontFeatureSettings: 'normal' } },
    },
  },
})

/**
 * Works each recipe out once. `chakra(tag, recipe)` asks the theme for it with every render of every element, and the library makes it
 * anew each time: half a millisecond for a button.
 */
function onceEach(cva: RecipeCreatorFn): RecipeCreatorFn {
  const known = new WeakMap<object, unknown>()
  const once = (recipe: object): unknown => {
    const found = known.get(recipe) ?? cva(recipe)
    known.set(recipe, found)
    return found
  }
  return once as RecipeCreatorFn
}

/**
 * The one theme. Built on the base configuration, which brings style properties but no look. Chakra's own components have their recipes
 * in the theme; every other part carries its recipe with it, so that a page pays for the parts that it shows.
 */
export const system = { ...made, cva: onceEach(made.cva) }
