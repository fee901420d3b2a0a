/** Brings the beginning of a list into view, e.g. after its page was turned at its foot. */
export function scrollToTop(within: HTMLElement | null): void {
  const list = within?.closest('section')
  // Below the top already: nothing jumps.
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
}
