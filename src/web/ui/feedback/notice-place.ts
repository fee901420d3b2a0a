/** In px: the gap below the lowest notice, and the approximate size of a notice. */
const GAP = 24
const NOTICE = { width: 384, height: 110 }

/** For elements with buttons near the bottom of the window: notices are placed above them. */
export const bar = { 'data-bar': '' }

/** How far notices must be moved up to cover no bar, in px; 0 if that leaves no room for them. */
function liftOver(bars: readonly DOMRect[]): number {
  const { innerWidth, innerHeight } = window
  const left = innerWidth - GAP - Math.min(NOTICE.width, innerWidth - 2 * GAP)
  let bottom = innerHeight - GAP
  for (const { top, bottom: end } of bars
    .filter(({ right, height }) => height > 0 && right > left)
    .toSorted((one, other) => other.bottom - one.bottom))
    if (top < bottom && end > bottom - NOTICE.height) bottom = top - GAP / 3
  return bottom < 2 * NOTICE.height ? 0 : innerHeight - GAP - bottom
}

function place(): void {
  const bars = [...document.querySelectorAll('[data-bar]')].map((element) => element.getBoundingClientRect())
  document.documentElement.style.setProperty('--notice-lift', `${liftOver(bars)}px`)
}

const WATCH_MS = 300
let watching: number | undefined

/** Keeps notices above the bars on screen, including those that appear later, until `stopPositioning`. */
export function positionNotices(): void {
  place()
  watching ??= window.setInterval(place, WATCH_MS)
}

/** For when no notice is left. */
export function stopPositioning(): void {
  window.clearInterval(watching)
  watching = undefined
}
