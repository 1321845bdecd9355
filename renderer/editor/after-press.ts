let isPressed = false
const waiting: (() => void)[] = []

function press(): void {
  isPressed = true
  document.addEventListener('pointermove', move, true)
}

/** A release outside of the window is not told; a pointer that moves without a button says it. */
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

/** Runs the work at once; while a pointer is pressed, after its click. What moves the page must not take a button from under the pointer. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
