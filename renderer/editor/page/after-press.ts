let isPressed = false
const waiting: (() => void)[] = []

function press(): void {
  isPressed = true
  document.addEventListener('pointermove', move, true)
}

/** No event reports a release outside of the window; a pointer move without a pressed button implies it. */
function move({ buttons }: PointerEvent): void {
  if (buttons === 0) release()
}

/** The click follows the release in the same task. */
function release(): void {
  isPressed = false
  document.removeEventListener('pointermove', move, true)
  if (waiting.length > 0) setTimeout(() => waiting.splice(0).forEach((work) => work()))
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
}

/** Runs the work now, or after the click while a pointer is pressed, so that a layout shift does not move the button away from the pointer. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
