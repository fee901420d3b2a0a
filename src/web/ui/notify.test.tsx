import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { notify } from './notify.ts'

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
