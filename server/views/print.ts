/** The button that prints, which only those see whose browser runs scripts. */
export const PRINT_SCRIPT = `
const button = document.querySelector('[data-print]');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
`.trim()
