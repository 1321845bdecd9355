/**
 * The only script of the views that need one. It follows the colour mode that the console tells, so that nothing typed is lost by a change;
 * goes on where the page says, because browsers leave `autofocus` alone in frames of another origin; and serves the button that prints.
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
