/**
 * The script of views. It applies the colour mode that the console sends, so that a change of it loses no input;
 * sets the focus, because browsers ignore `autofocus` in cross-origin frames; and handles the print button.
 */
export const VIEW_SCRIPT = `
addEventListener('message', ({ source, data }) => {
  if (source === parent && (data?.look === 'light' || data?.look === 'dark')) document.documentElement.dataset.look = data.look;
});
if (document.hasFocus()) document.querySelector('[data-focus]')?.focus();
const button = document.querySelector('[data-print]');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}
`.trim()
