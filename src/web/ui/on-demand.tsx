import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { Failed } from './failed.tsx'

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

/** The code of a piece could not be had: there is no network, or the server has a newer version by now. */
class PieceMissing extends Error {}

const messageOf = () =>
  navigator.onLine
    ? 'Copydesk may have been updated. If retrying doesn’t help, reload the page.'
    : 'You’re offline.'

/** A piece that cannot be had says so itself; the screen around it stays as it is. Other errors go on. */
class Piece extends Component<{ draw: () => ReactNode; isInPlace: boolean }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.draw()
    if (!(error instanceof PieceMissing)) throw error
    return (
      <div className={this.props.isInPlace ? undefined : 'sheet missing-piece'}>
        <Failed
          title="Couldn’t open this"
          message={messageOf()}
          onRetry={() => this.setState({ error: undefined })}
        />
      </div>
    )
  }
}

interface Source<Props> {
  /** What can be drawn at once. */
  here(): ComponentType<Props> | undefined
  late(): ComponentType<Props>
  place: ReactNode
}

function OnDemand<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  // As it was when this was opened: what is on the screen is not drawn anew because its code has come another way.
  const [ready] = useState(source.here)
  if (ready) return createElement(ready, props)
  return (
    <Piece
      isInPlace={source.place !== null}
      draw={() => <Suspense fallback={source.place}>{createElement(source.late(), props)}</Suspense>}
    />
  )
}

/**
 * A piece that a screen can do without at first, such as a dialog. Its code comes with the first sign of a person,
 * so that it is there when it is opened, and then it is drawn at once; `place` stands for it until then.
 */
export function onDemand<Props extends object>(load: Load<Props>, place: ReactNode = null) {
  let here: ComponentType<Props> | undefined
  const bringIt = async () => {
    here = await load()
    return here
  }
  const begin = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await bringIt() }
      } catch {
        // A piece remembers its failure for ever: whoever opens it again gets a new one.
        late = begin()
        throw new PieceMissing()
      }
    })
  let late = begin()
  bringLater(bringIt)
  const source: Source<Props> = { here: () => here, late: () => late, place }
  return (props: Props) => <OnDemand source={source} props={props} />
}
