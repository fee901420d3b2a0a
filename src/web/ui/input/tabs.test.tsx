import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

const ITEMS = [
  { key: 'voice', label: 'Share of Voice', children: <p>Who won</p> },
  { key: 'comments', label: 'Comments', children: <input aria-label="Comment" />, isKept: true },
  { key: 'lost', label: 'Lost day', children: <p>What moved</p> },
]

const tab = (name: string) => screen.getByRole('tab', { name })

it('shows the panel of the pressed tab, which names it', async () => {
  render(<Tabs aria-label="Panels" items={ITEMS} />)
  expect(screen.getByRole('tabpanel')).toHaveAccessibleName('Share of Voice')
  expect(tab('Share of Voice')).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(tab('Lost day'))
  const panel = screen.getByRole('tabpanel')
  expect(panel).toHaveAccessibleName('Lost day')
  expect(panel).toHaveTextContent('What moved')
  expect(tab('Lost day')).toHaveAttribute('aria-controls', panel.id)
  expect(tab('Share of Voice')).toHaveAttribute('aria-selected', 'false')
  expect(screen.queryByText('Who won')).toBeNull()
})

it('is one stop of the Tab key; arrows, Home and End move the focus, Enter and Space activate', async () => {
  render(<Tabs aria-label="Panels" items={ITEMS.map((item) => ({ ...item, isKept: false }))} />)
  await userEvent.tab()
  expect(tab('Share of Voice')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(tab('Lost day')).toHaveFocus()
  expect(tab('Share of Voice')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(tab('Comments')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(tab('Comments')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{End}')
  expect(tab('Lost day')).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(tab('Lost day')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Home}')
  expect(tab('Share of Voice')).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})

it('keeps the text typed in a panel that stays mounted', async () => {
  render(<Tabs aria-label="Panels" items={ITEMS} />)
  expect(screen.queryByLabelText('Comment')).toBeNull()
  await userEvent.click(tab('Comments'))
  await userEvent.type(screen.getByLabelText('Comment'), 'Lost again')
  await userEvent.click(tab('Lost day'))
  expect(screen.getByLabelText('Comment')).not.toBeVisible()
  await userEvent.click(tab('Comments'))
  expect(screen.getByLabelText('Comment')).toHaveValue('Lost again')
})

it('leaves the choice to its owner, and reports only changes', async () => {
  const wanted: string[] = []
  render(<Tabs aria-label="Panels" items={ITEMS} activeKey="voice" onChange={(key) => wanted.push(key)} />)
  await userEvent.click(tab('Share of Voice'))
  await userEvent.click(tab('Comments'))
  expect(wanted).toEqual(['comments'])
  expect(tab('Share of Voice')).toHaveAttribute('aria-selected', 'true')
})

it('has no panels if it only switches the content below it', () => {
  render(<Tabs aria-label="Panels" items={ITEMS.map(({ key, label }) => ({ key, label }))} />)
  expect(screen.queryByRole('tabpanel')).toBeNull()
  for (const each of screen.getAllByRole('tab')) expect(each).not.toHaveAttribute('aria-controls')
})
