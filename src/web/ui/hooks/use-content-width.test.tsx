import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useContentWidth } from './use-content-width.ts'

const Shown = ({ round }: { round: number }) => <p>{`${useContentWidth()}, ${round}`}</p>

const main = document.createElement('main')
let width = 0
let readings = 0
Object.defineProperty(main, 'clientWidth', {
  get: () => {
    readings += 1
    return width
  },
})

const resize = (to: number) =>
  act(() => {
    width = to
    window.dispatchEvent(new Event('resize'))
  })

beforeEach(() => {
  document.body.append(main)
  width = 1440
})

afterEach(() => main.remove())

describe('the width of a screen', () => {
  it('is read when it changes and not on every render, because reading it forces a layout', () => {
    const { rerender } = render(<Shown round={0} />)
    const atFirst = readings
    for (const round of [1, 2, 3]) rerender(<Shown round={round} />)
    expect(screen.getByText('wide, 3')).toBeTruthy()
    expect(readings).toBe(atFirst)
    resize(1200)
    expect(screen.getByText('medium, 3')).toBeTruthy()
    resize(1000)
    expect(screen.getByText('tight, 3')).toBeTruthy()
  })

  it('is read again by the next screen, whatever changed while no screen used it', () => {
    render(<Shown round={0} />).unmount()
    width = 1000
    render(<Shown round={1} />)
    expect(screen.getByText('tight, 1')).toBeTruthy()
  })
})
