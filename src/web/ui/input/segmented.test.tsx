import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Segmented } from './segmented.tsx'

const SIDES = ['Theirs', 'Ours', 'Both'] as const

function Choice({ first = 'Theirs' }: { first?: string }) {
  const [side, setSide] = useState(first)
  return (
    <>
      <Segmented aria-label="Article" options={SIDES} value={side} onChange={setSide} />
      <button type="button">Next</button>
    </>
  )
}

const radio = (name: string) => screen.getByRole('radio', { name })

it('is a named group of radio buttons, one of which is chosen by a click on its text', async () => {
  render(<Choice />)
  expect(screen.getByRole('radiogroup')).toHaveAccessibleName('Article')
  expect(radio('Theirs')).toBeChecked()
  await userEvent.click(screen.getByText('Both'))
  expect(radio('Both')).toBeChecked()
  expect(radio('Theirs')).not.toBeChecked()
})

it('is one stop of the Tab key and chooses with the arrow keys, around both ends', async () => {
  render(<Choice first="Ours" />)
  await userEvent.tab()
  expect(radio('Ours')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(radio('Both')).toBeChecked()
  await userEvent.keyboard('{ArrowDown}')
  expect(radio('Theirs')).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  expect(radio('Both')).toBeChecked()
  expect(radio('Both')).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('button')).toHaveFocus()
})

it('has nothing chosen if its value is no option', () => {
  render(<Choice first="" />)
  for (const each of screen.getAllByRole('radio')) expect(each).not.toBeChecked()
})

it('keeps two groups apart', async () => {
  render(
    <>
      <Choice />
      <Choice first="Ours" />
    </>,
  )
  const [last] = screen.getAllByText('Both')
  if (last) await userEvent.click(last)
  await userEvent.keyboard('{ArrowRight}')
  const isChosen = screen.getAllByRole('radio').map((each) => each.matches(':checked'))
  expect(isChosen).toEqual([true, false, false, false, true, false])
})
