interface TestBrowser {
  settings: { device: { prefersReducedMotion: string }; disableComputedStyleRendering: boolean }
  setURL(url: string): void
  /** In pixels; what depends on the room is drawn for it. */
  setViewport(size: { width: number; height: number }): void
}

/** The handle that the tests' browser gives; real ones have none, so that the type of `window` does not know it. */
export const browser = (): TestBrowser => Reflect.get(window, 'happyDOM')
