interface TestBrowser {
  settings: { device: { prefersReducedMotion: string }; disableComputedStyleRendering: boolean }
  setURL(url: string): void
}

/** The handle that the tests' browser gives; real ones have none, so that the type of `window` does not know it. */
export const browser = (): TestBrowser => Reflect.get(window, 'happyDOM')
