import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { notify } from './notify.ts'

it('a notice replaces the one with the same key, and is beside the others', async () => {
  notify({ kind: 'info', title: 'Saved' })
  notify({ kind: 'info', key: 'held', title: 'Locked' })
  notify({ kind: 'info', key: 'held', title: 'Still locked' })
  expect(await screen.findByText('Still locked')).toBeVisible()
  expect(screen.getByText('Saved')).toBeVisible()
  expect(screen.queryByText('Locked')).toBeNull()
})
