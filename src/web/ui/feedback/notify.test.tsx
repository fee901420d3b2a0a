import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { clearNotices, notify } from './notify.ts'

it('a notice replaces the one with the same key, and is beside the others', async () => {
  notify({ kind: 'info', title: 'Saved' })
  notify({ kind: 'info', key: 'held', title: 'Locked' })
  notify({ kind: 'info', key: 'held', title: 'Still locked' })
  expect(await screen.findByText('Still locked')).toBeVisible()
  expect(screen.getByText('Saved')).toBeVisible()
  expect(screen.queryByText('Locked')).toBeNull()
})

it('a double click on a button of a notice acts once', async () => {
  const run = vi.fn()
  notify({ kind: 'success', title: 'Removed', action: { label: 'Undo', run, isUndo: true } })
  const button = await screen.findByRole('button', { name: /^Undo/ })
  button.click()
  button.click()
  expect(run).toHaveBeenCalledOnce()
})

it('Ctrl Z undoes only what a visible notice offers to undo', async () => {
  const run = vi.fn()
  notify({ kind: 'success', title: 'Moved', action: { label: 'Undo', run, isUndo: true } })
  await screen.findByText('Moved')
  for (const title of ['One', 'Two', 'Three', 'Four']) notify({ kind: 'info', title })
  await screen.findByText('Four')
  expect(screen.queryByText('Moved')).toBeNull()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  expect(run).not.toHaveBeenCalled()
})

it('the page is watched for bars while a notice is shown, and not after the last one', async () => {
  const started = vi.spyOn(window, 'setInterval')
  const ended = vi.spyOn(window, 'clearInterval')
  const running = () =>
    started.mock.results.filter(({ value }) => ended.mock.calls.every(([id]) => id !== value)).length
  notify({ kind: 'success', title: 'Saved', action: { label: 'Show', run: () => {} } })
  notify({ kind: 'info', title: 'Copied' })
  const show = await screen.findByRole('button', { name: 'Show' })
  show.click()
  expect(running()).toBe(1)
  clearNotices()
  expect(running()).toBe(0)
})
