import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

/** A text that can change after the component that shows it was created. */
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

/** For a question whose text can change while it is open. */
export function useLiveText(words: string): ReactNode {
  const [live] = useState(() => new LiveWords())
  useEffect(() => live.set(words), [live, words])
  return <LiveText of={live} />
}
