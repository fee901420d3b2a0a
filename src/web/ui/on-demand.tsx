import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Pieces of the screens opened so far whose code has not been asked for. */
const absent = new Set<() => Promise<unknown>>()
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const
let isAnybodyHere = false

function bring(load: () => Promise<unknown>) {
  // Whoever opens the piece asks once more, and is told if it cannot be had.
  load().catch(() => {})
}

function bringAll() {
  isAnybodyHere = true
  for (const sign of SIGNS) window.removeEventListener(sign, bringAll)
  for (const load of absent) bring(load)
  absent.clear()
}
for (const sign of SIGNS) window.addEventListener(sign, bringAll, { passive: true })

/** Brings code that nobody can need before somebody is there, with the first sign of a person. */
export function bringLater(load: () => Promise<unknown>): void {
  if (isAnybodyHere) bring(load)
  else absent.add(load)
}

/**
 * A piece that a screen can do without at first, such as a dialog. Its code comes with the first sign of a person,
 * so that it is there when it is opened; `place` stands for it until then.
 */
export function onDemand<Props extends object>(load: Load<Props>, place: ReactNode = null) {
  bringLater(load)
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        // A piece remembers its failure for ever: whoever opens it again gets a new one.
        Piece = begin()
        throw error
      }
    })
  let Piece = begin()
  return (props: Props) => <Suspense fallback={place}>{createElement(Piece, props)}</Suspense>
}
