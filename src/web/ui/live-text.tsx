import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

/** Words that go on changing where they are shown, outside of what makes them. */
class LiveWords {
  #words = ''
  readonly #watchers = new Set<() => void>()

  set(words: string): void {
    this.#words = words
    for (const watcher of this.#watchers) watcher()
  }

  readonly words = (): string => this.#words

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
}

function LiveText({ of: { watch, words } }: { of: LiveWords }) {
  return useSyncExternalStore(watch, words)
}

/** Words for a question that may stay open while they come to be others. */
export function useLiveText(words: string): ReactNode {
  const [live] = useState(() => new LiveWords())
  useEffect(() => live.set(words), [live, words])
  return <LiveText of={live} />
}
