import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { Failed } from '../feedback/failed.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Chunks of the screens opened so far that have not been requested yet. */
const absent = new Set<() => Promise<unknown>>()
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const
let isAnybodyHere = false

function bring(load: () => Promise<unknown>) {
  // Opening the piece loads it again and shows an error if that fails.
  load().catch(() => {})
}

function bringAll() {
  isAnybodyHere = true
  for (const sign of SIGNS) window.removeEventListener(sign, bringAll)
  for (const load of absent) bring(load)
  absent.clear()
}
for (const sign of SIGNS) window.addEventListener(sign, bringAll, { passive: true })

/** Loads code that is not needed before a user interacts, on the first sign of interaction. */
export function bringLater(load: () => Promise<unknown>): void {
  if (isAnybodyHere) bring(load)
  else absent.add(load)
}

/** The chunk could not be loaded: the network is down, or the server has been updated. */
class PieceMissing extends Error {}

const messageOf = () =>
  navigator.onLine
    ? 'Copydesk may have been updated. If retrying doesn’t help, reload the page.'
    : 'You’re offline.'

/**
 * A piece that fails to load shows its own error and leaves the screen around it as it is. Other errors are
 * rethrown.
 */
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
  /** The component, if its code is already loaded. */
  here(): ComponentType<Props> | undefined
  late(): ComponentType<Props>
  place: ReactNode
}

function OnDemand<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  // Fixed when the piece is opened: it must not remount because its code was loaded by the other path.
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
 * A piece that a screen does not need at first, such as a dialog. Its code is loaded on the first sign of
 * interaction, so that the piece usually renders at once when it is opened; `place` is shown until then.
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
        // `lazy` caches a failure forever, so the next attempt needs a new instance.
        late = begin()
        throw new PieceMissing()
      }
    })
  let late = begin()
  bringLater(bringIt)
  const source: Source<Props> = { here: () => here, late: () => late, place }
  return (props: Props) => <OnDemand source={source} props={props} />
}
