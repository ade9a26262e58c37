/** LINE names no smallest size; below this nobody reads. */
const SMALLEST = 0.5;

const widths = new WeakMap();
const watcher = new ResizeObserver((entries) => {
  for (const { target } of entries) fit(target);
});

/**
 * Makes the single line in an element smaller until it fits, as LINE does for
 * `adjustMode: shrink-to-fit`; again whenever the element's width changes.
 * @param {HTMLElement} line
 */
export function shrinkToFit(line) {
  watcher.observe(line);
}

function fit(line) {
  // Smaller text makes the element lower, which the watcher tells as well.
  if (widths.get(line) === line.clientWidth) return;
  widths.set(line, line.clientWidth);
  line.style.setProperty('--shrink', '1');
  const share = line.clientWidth / line.scrollWidth;
  line.style.setProperty('--shrink', String(Math.max(SMALLEST, Math.min(1, share))));
}
