/** Scrolls to the start of a list, e.g. after the pager at its end was used. */
export function scrollToTop(within: HTMLElement | null): void {
  const list = within?.closest('section')
  // If the start is already in view, nothing scrolls.
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
}
