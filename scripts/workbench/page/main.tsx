import '../../../renderer/parts/theme/styles.ts'
import { createRoot } from 'react-dom/client'
import { MotionRoot } from '../../../renderer/parts/motion/motion-root.tsx'
import { showTheme } from '../../../renderer/parts/theme/color-mode.ts'
import { ThemeProvider } from '../../../renderer/parts/theme/theme-provider.tsx'
import { Workbench } from './workbench.tsx'

// Each save of a schema has the console's pages reloaded. This one asks for what it needs itself, at once; Vite waits for its listeners.
import.meta.hot?.on('vite:beforeFullReload', () => new Promise(() => {}))

showTheme('system')
createRoot(document.getElementById('root') ?? document.body).render(
  <ThemeProvider nonce={undefined}>
    <MotionRoot nonce={undefined}>
      <Workbench />
    </MotionRoot>
  </ThemeProvider>,
)
