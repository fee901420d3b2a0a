interface TestBrowser {
  settings: { device: { prefersReducedMotion: string }; disableComputedStyleRendering: boolean }
  setURL(url: string): void
  /** In px; components that depend on the width rerender. */
  setViewport(size: { width: number; height: number }): void
}

/** The handle of the test browser; real browsers have none, so the type of `window` lacks it. */
export const browser = (): TestBrowser => Reflect.get(window, 'happyDOM')

/** The parameters of an address, whatever their order. */
export const parametersIn = (search: string) => [...new URLSearchParams(search)].toSorted()
